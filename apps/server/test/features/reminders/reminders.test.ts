import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditsOf, wrongFields } from '../../books/payments/helpers.ts'
import type { TestApp } from '../../harness/harness.ts'
import { overlap } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { type ReminderWorld, reminderWorld } from './helpers.ts'

const PATH = '/contract_cautions'
let app: TestApp
let world: ReminderWorld
let other: ReminderWorld

beforeAll(async () => {
  app = await workerApp()
  world = await reminderWorld(app)
  other = await reminderWorld(app)
})
afterAll(() => app.close())

/** All reminders of the project as stored. */
const stored = (of = world) =>
  app.services.db
    .selectFrom('contract_reminders')
    .selectAll()
    .where('project_id', '=', of.projectId)
    .orderBy('id')
    .execute()

const recurring = (changes: Record<string, unknown> = {}) =>
  world.body({
    category: 1,
    mode: 1,
    judge_date: 25,
    start_at: '2026-11-01',
    end_at: '2027-02-28',
    ...changes,
  })
const deleteContract = (contract: string) =>
  app.services.db
    .deleteFrom('contracts')
    .where('project_id', '=', world.projectId)
    .where('code', '=', contract)
    .execute()

describe('create', () => {
  test('a single one ends on its day and has no mode, whatever was sent', async () => {
    const body = world.body({ start_at: '2026-11-25', end_at: '2026-12-31', mode: '0', judge_date: 99 })
    const made = await world.clerk.post(PATH, { ...body, remark: ' 付尾款 ' })
    expect(made).toMatchObject({ status: 200, code: 0, msg: '操作成功' })
    expect(made.data).toMatchObject({
      version: 1,
      contract_code: body.contract_code,
      contract: { code: body.contract_code, out_code: 'HT-0', customer: '某某影视器材' },
      category: { category_value: '0', category_i18n: '单次提醒' },
      mode: { mode_value: null, mode_i18n: '' },
      judge_date: null,
      start_at: '2026-11-25',
      end_at: '2026-11-25',
      remark: '付尾款',
      creator_name: expect.stringMatching(/^员工/),
      can: { write: true, delete: true },
    })
    expect((await world.clerk.get(`${PATH}/${made.data.code}`)).data).toEqual(made.data)
    expect((await auditsOf(app, world.projectId)).at(-1)).toMatchObject({
      action: 'create',
      resource: 'contract_caution',
      code: made.data.code,
      label: 'HT-0 单次提醒 2026-11-25',
      after: { remark: '付尾款', contract: { out_code: 'HT-0' } },
    })
  })

  test('a recurring one keeps period, mode and day; numbers may be sent as text', async () => {
    const made = await world.clerk.post(PATH, recurring({ judge_date: '31' }))
    expect(made.data).toMatchObject({
      category: { category_value: '1', category_i18n: '循环提醒' },
      mode: { mode_value: '1', mode_i18n: '按月' },
      judge_date: 31,
      start_at: '2026-11-01',
      end_at: '2027-02-28',
    })
    const daily = await world.clerk.post(
      PATH,
      recurring({ mode: '0', judge_date: 400, end_at: '2026-11-01' }),
    )
    expect(daily.data).toMatchObject({ mode: { mode_value: '0', mode_i18n: '按天' }, judge_date: 400 })
  })

  test('names all wrong fields at once and changes nothing', async () => {
    const before = await stored()
    const foreign = other.body().contract_code
    const wrong: [Record<string, unknown>, Record<string, string>][] = [
      [world.body({ contract_code: '' }), { contract_code: '请选择合同编号' }],
      [world.body({ contract_code: foreign }), { contract_code: '合同不存在或已被删除' }],
      [world.body({ category: '' }), { category: '请选择提醒类型' }],
      [world.body({ category: 2 }), { category: '提醒类型不正确' }],
      [world.body({ start_at: '' }), { start_at: '请选择提醒日期' }],
      [world.body({ start_at: '2027-02-29' }), { start_at: '日期不存在' }],
      [
        recurring({ mode: null, judge_date: '', end_at: '' }),
        { mode: '请选择提醒方式', judge_date: '请输入提醒日', end_at: '请选择结束日期' },
      ],
      ...[0, 32, -1].map((judge_date): [Record<string, unknown>, Record<string, string>] => [
        recurring({ judge_date }),
        { judge_date: '按月提醒时，提醒日须为1至31的整数' },
      ]),
      ...[0, -1].map((judge_date): [Record<string, unknown>, Record<string, string>] => [
        recurring({ mode: 0, judge_date }),
        { judge_date: '按天提醒时，提醒日须为不小于1的整数' },
      ]),
      [recurring({ judge_date: 1.5 }), { judge_date: '提醒日须为整数' }],
      [recurring({ judge_date: 'x' }), { judge_date: '提醒日须为整数' }],
      [recurring({ judge_date: 4e9 }), { judge_date: '提醒日须为整数' }],
      [recurring({ mode: 2 }), { mode: '提醒方式不正确' }],
      [recurring({ end_at: '2026-10-31' }), { end_at: '结束日期不能早于开始日期' }],
      [
        recurring({ judge_date: 31, end_at: '2026-11-15' }),
        { end_at: '此期间内没有提醒日，请延长期间或修改提醒日' },
      ],
      // The schema refuses the remark; rules and a missing contract are reported as well.
      [
        recurring({ contract_code: foreign, judge_date: 32, end_at: '2026-10-31', remark: 'a\0' }),
        {
          contract_code: '合同不存在或已被删除',
          judge_date: '按月提醒时，提醒日须为1至31的整数',
          end_at: '结束日期不能早于开始日期',
          remark: '包含无法保存的字符',
        },
      ],
    ]
    const { code } = await world.add()
    for (const [body, messages] of wrong)
      for (const answer of [
        await world.clerk.post(PATH, body),
        await world.clerk.put(`${PATH}/${code}`, body),
      ]) {
        expect(answer.status).toBe(422)
        const errors: { field: string; message: string }[] = answer.data.errors
        expect(Object.fromEntries(errors.map(({ field, message }) => [field, message]))).toEqual(messages)
      }
    await world.clerk.delete(`${PATH}/${code}`)
    expect(await stored()).toEqual(before)
  })

  test('a repeated request with its key saves once', async () => {
    const headers = { 'idempotency-key': 'reminder-1' }
    const body = world.body({ remark: '只存一次' })
    const answers = await Promise.all([1, 2, 3].map(() => world.clerk.post(PATH, body, headers)))
    expect(new Set(answers.map(({ data }) => data.code)).size).toBe(1)
    expect((await stored()).filter(({ remark }) => remark === '只存一次')).toHaveLength(1)
  })
})

describe('update and delete', () => {
  test('replaces it; a change to single removes mode and period; a stale update is refused', async () => {
    const { data } = await world.clerk.post(PATH, recurring())
    const path = `${PATH}/${data.code}`
    const contract_code = await world.contract('HT-改')
    const body = recurring({ contract_code, category: '0', start_at: '2026-12-01', version: 1 })
    const saved = await world.clerk.put(path, body)
    expect(saved.data).toMatchObject({
      version: 2,
      contract: { out_code: 'HT-改' },
      category: { category_value: '0' },
      mode: { mode_value: null },
      judge_date: null,
      start_at: '2026-12-01',
      end_at: '2026-12-01',
    })
    expect(await world.clerk.put(path, { ...body, remark: '更旧' })).toMatchObject({ status: 409 })
    expect((await world.clerk.get(path)).data).toEqual(saved.data)
    expect((await auditsOf(app, world.projectId)).at(-1)).toMatchObject({
      action: 'update',
      before: { version: 1, judge_date: 25 },
      after: { version: 2, judge_date: null },
    })
    expect(await world.clerk.delete(path)).toMatchObject({ code: 0, msg: '删除成功' })
    expect((await world.clerk.delete(path)).status).toBe(404)
    expect((await auditsOf(app, world.projectId)).at(-1)).toMatchObject({
      action: 'delete',
      before: { version: 2 },
    })
  })

  test('of two concurrent updates the second is stale', async () => {
    const { code } = await world.add()
    const answer = await overlap(
      app,
      (tx) =>
        tx
          .updateTable('contract_reminders')
          .set({ version: 2 })
          .where('project_id', '=', world.projectId)
          .where('code', '=', code)
          .execute(),
      () => world.clerk.put(`${PATH}/${code}`, world.body({ version: 1 })),
    )
    expect(answer.status).toBe(409)
  })
})

describe('the contract is deleted', () => {
  test('its reminders go with it; a dialog that is open is refused by field, or as gone', async () => {
    const contract_code = await world.contract('HT-删')
    const { code } = await world.add({ contract_code })
    const kept = await world.add()
    await deleteContract(contract_code)
    expect((await world.clerk.get(`${PATH}/${code}`)).status).toBe(404)
    expect(await world.clerk.put(`${PATH}/${code}`, world.body({ contract_code }))).toMatchObject({
      status: 404,
      msg: '数据不存在或已被删除',
    })
    for (const answer of [
      await world.clerk.post(PATH, world.body({ contract_code })),
      await world.clerk.put(`${PATH}/${kept.code}`, world.body({ contract_code })),
    ])
      expect(answer).toMatchObject({
        status: 422,
        msg: '合同不存在或已被删除',
        data: { errors: [{ field: 'contract_code' }] },
      })
    await world.clerk.delete(`${PATH}/${kept.code}`)
  })

  test('while a reminder of it is saved, the save is refused', async () => {
    const contract_code = await world.contract('HT-争')
    const answer = await overlap(
      app,
      (tx) =>
        tx
          .deleteFrom('contracts')
          .where('project_id', '=', world.projectId)
          .where('code', '=', contract_code)
          .execute(),
      () => world.clerk.post(PATH, world.body({ contract_code })),
    )
    expect(answer).toMatchObject({ status: 422, msg: '合同不存在或已被删除' })
  })
})

test('the list is newest first, paged, and filtered by words and by contract', async () => {
  const project = await reminderWorld(app)
  const contract_code = await project.contract('YY-1_100%', { customer: '张演员' })
  const first = await project.add({ remark: '付定金' })
  const second = await project.add({ contract_code, remark: '签补充协议' })
  const found = async (query: Record<string, unknown>) => {
    const { data } = await project.reader.get(PATH, query)
    return [data.listTotal, ...data.items.map((item: { code: string }) => item.code)]
  }
  expect(await found({})).toEqual([2, second.code, first.code])
  expect(await found({ page: 2, per_page: 1 })).toEqual([2, first.code])
  expect(await found({ keywords: '定金' })).toEqual([1, first.code])
  expect(await found({ keywords: '_100%' })).toEqual([1, second.code])
  expect(await found({ keywords: '张演员' })).toEqual([1, second.code])
  expect(await found({ contract_code })).toEqual([1, second.code])
  expect(await found({ contract_code: 'no-such-code' })).toEqual([0])
  expect((await project.reader.get(PATH)).data).toMatchObject({
    can: { write: false, delete: false },
    items: [{ can: { write: false, delete: false } }, {}],
  })
})

test('writes without login, right or project are refused and change nothing', async () => {
  const { code } = await world.add()
  const before = await stored()
  const writes = (who: ReminderWorld['clerk']) => [
    who.post(PATH, world.body()),
    who.put(`${PATH}/${code}`, world.body()),
    who.delete(`${PATH}/${code}`),
  ]
  for (const answer of await Promise.all(writes(app.nobody.on(world.project))))
    expect(answer.status).toBe(401)
  for (const answer of await Promise.all(writes(world.reader))) expect(answer.status).toBe(403)
  for (const answer of await Promise.all(writes(other.admin.on(world.project))))
    expect(answer.code).toBe(300009)
  const [made, ...rest] = await Promise.all(writes(other.clerk))
  expect(wrongFields(made as never)).toEqual(['contract_code'])
  expect(rest.map(({ status }) => status)).toEqual([404, 404])
  await world.admin.post(`/projects/${world.project}/archive`)
  for (const answer of await Promise.all(writes(world.clerk))) expect(answer.code).toBe(300011)
  await world.admin.post(`/projects/${world.project}/unarchive`)
  expect(await stored()).toEqual(before)
})
