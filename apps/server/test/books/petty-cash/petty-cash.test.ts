import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../harness/harness.ts'
import { overlap } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { auditsOf, wrongFields } from '../payments/helpers.ts'
import { type PettyCashWorld, pettyCashWorld } from './helpers.ts'

const PATH = '/imprests'
let app: TestApp
let world: PettyCashWorld
let other: PettyCashWorld

beforeAll(async () => {
  app = await workerApp()
  world = await pettyCashWorld(app)
  other = await pettyCashWorld(app)
})
afterAll(() => app.close())

/** All details of the project as stored. */
const stored = (of = world) =>
  app.services.db
    .selectFrom('petty_cash')
    .selectAll()
    .where('project_id', '=', of.projectId)
    .orderBy('id')
    .execute()
const picturesOf = (data: { voucher_attachments: { code: string }[] }) =>
  data.voucher_attachments.map(({ code }) => code)

describe('create', () => {
  test('saves all fields and answers them as GET does', async () => {
    const contract_code = await world.contract('ZF-1')
    const pictures = [await world.attachment('jpg'), await world.attachment()]
    const made = await world.clerk.post(
      PATH,
      world.body({
        ...{ contract_code, post: ' 生活制片 ', summary: '现场饮用水', remark: '两箱', pay_amount: -1234.5 },
        ...{ voucher_category: 4, face_tax_rate: '6', voucher_attachment_codes: pictures },
      }),
    )
    expect(made).toMatchObject({ status: 200, code: 0, msg: '操作成功' })
    expect(made.data).toMatchObject({
      version: 1,
      code: expect.stringMatching(/^BYJ20261121\d{4}$/),
      ...{ pay_at: '2026-11-21', payer: '王某某', post: '生活制片', summary: '现场饮用水', remark: '两箱' },
      ...{ subject_three_code: world.subject('24000101'), subject_three_out_code: '24000101' },
      subject_three_name: '摄影机租赁费',
      subject_one_name: expect.stringMatching(/./),
      subject_two_name: expect.stringMatching(/./),
      pay_amount_yuan: '-1234.50',
      pay_channel: { pay_channel_code: '5', pay_channel_i18n: '微信' },
      voucher_category: { voucher_category_code: '4', voucher_category_i18n: '电子普通发票' },
      ...{ face_tax_rate: '6%', contract_code, contract: { code: contract_code, out_code: 'ZF-1' } },
      write_off_at: null,
      creator_name: expect.stringMatching(/^员工/),
      can: { write: true, delete: true },
    })
    expect(picturesOf(made.data)).toEqual(pictures)
    expect((await world.clerk.get(`${PATH}/${made.data.code}`)).data).toEqual(made.data)
    expect((await auditsOf(app, world.projectId)).at(-1)).toMatchObject({
      ...{ action: 'create', resource: 'imprest', code: made.data.code },
      label: `${made.data.code} 王某某 -1234.50元`,
      after: { pay_amount_yuan: '-1234.50', voucher_attachments: pictures, contract: { out_code: 'ZF-1' } },
    })
    // It is no payment until it is written off.
    expect((await world.clerk.get(`/contracts/${contract_code}`)).data.pay_amount_yuan).toBe('0.00')
    expect((await world.admin.get(`/contracts/${contract_code}/related`)).data.imprests).toEqual({
      count: 1,
      items: [
        {
          ...{ code: made.data.code, pay_at: '2026-11-21', payer: '王某某', summary: '现场饮用水' },
          amount_yuan: '-1234.50',
        },
      ],
    })
    expect((await world.clerk.get('/selects/cost_execution_face_tax_rate')).data.listTotal).toBe(9)
    await world.add({ face_tax_rate: '2.5' })
    expect((await world.clerk.get('/selects/cost_execution_face_tax_rate')).data.items.at(-1).label).toBe(
      '2.5%',
    )
  })

  test('without voucher type, rate, pictures and contract', async () => {
    for (const empty of [null, '', undefined]) {
      const { data } = await world.clerk.post(
        PATH,
        world.body({ voucher_category: empty, face_tax_rate: empty, contract_code: empty }),
      )
      expect(data).toMatchObject({
        ...{ voucher_category: null, face_tax_rate: '', contract: null, contract_code: null },
        ...{ voucher_attachments: [], post: '', summary: '', remark: '' },
      })
    }
  })

  test('numbers run through all days of a project, and are given once', async () => {
    const { clerk, body } = await pettyCashWorld(app)
    const codes: string[] = []
    for (const pay_at of ['2026-11-21', '2026-01-02'])
      codes.push((await clerk.post(PATH, body({ pay_at }))).data.code)
    expect(codes).toEqual(['BYJ202611210001', 'BYJ202601020002'])
    const made = await Promise.all(Array.from({ length: 8 }, () => clerk.post(PATH, body())))
    expect(new Set(made.map(({ data }) => data.code.slice(-4))).size).toBe(8)
    // The number stays when the day changes.
    const edited = await clerk.put(`${PATH}/${codes[0]}`, body({ pay_at: '2026-12-31' }))
    expect(edited.data).toMatchObject({ code: codes[0], pay_at: '2026-12-31' })
  })

  test('names all wrong fields at once, including missing references, and changes nothing', async () => {
    const before = await stored()
    const [income, foreign, pdf] = [
      await world.contract('SR-1', '3'),
      await other.contract('ZF-9'),
      await world.attachment('pdf'),
    ]
    const eleven = await Promise.all(Array.from({ length: 11 }, () => world.attachment()))
    const wrong: [Record<string, unknown>, string[]][] = [
      [
        { pay_at: '', payer: ' ', pay_amount: 0, pay_channel: null, subject_three_code: '' },
        ['pay_amount', 'pay_at', 'pay_channel', 'payer', 'subject_three_code'],
      ],
      [
        { pay_amount: '1.001', pay_channel: 10, voucher_category: 17 },
        ['pay_amount', 'pay_channel', 'voucher_category'],
      ],
      [{ face_tax_rate: '101', pay_at: '2026-02-30' }, ['face_tax_rate', 'pay_at']],
      [{ subject_three_code: world.subject('240001') }, ['subject_three_code']],
      [
        { subject_three_code: other.subject('24000101'), contract_code: foreign },
        ['contract_code', 'subject_three_code'],
      ],
      [
        { contract_code: income, voucher_attachment_codes: [pdf] },
        ['contract_code', 'voucher_attachment_codes'],
      ],
      [{ voucher_attachment_codes: [await other.attachment()] }, ['voucher_attachment_codes']],
      [{ voucher_attachment_codes: eleven }, ['voucher_attachment_codes']],
      [{ voucher_attachment_codes: [eleven[0], eleven[0]] }, ['voucher_attachment_codes']],
      // The schema refuses the amount; missing references are reported as well.
      [{ pay_amount: '', contract_code: income }, ['contract_code', 'pay_amount']],
      [{ payer: 'x'.repeat(201), remark: 'a\0' }, ['payer', 'remark']],
    ]
    const { code } = await world.add()
    for (const [changes, fields] of wrong) {
      const answer = await world.clerk.post(PATH, world.body(changes))
      expect(answer.status).toBe(422)
      expect(wrongFields(answer)).toEqual(fields)
      expect(wrongFields(await world.clerk.put(`${PATH}/${code}`, world.body(changes)))).toEqual(fields)
    }
    await world.clerk.delete(`${PATH}/${code}`)
    expect(await stored()).toEqual(before)
    // Ten pictures are allowed.
    expect((await world.add({ voucher_attachment_codes: eleven.slice(1) })) as object).toMatchObject({
      version: 1,
    })
  })

  test('a repeated request with its key saves once', async () => {
    const headers = { 'idempotency-key': 'imprest-1' }
    const body = world.body({ payer: '只存一次' })
    const answers = await Promise.all([1, 2, 3].map(() => world.clerk.post(PATH, body, headers)))
    expect(new Set(answers.map(({ data }) => data.code)).size).toBe(1)
    expect((await stored()).filter(({ payer }) => payer === '只存一次')).toHaveLength(1)
  })
})

describe('update', () => {
  test('replaces it with its pictures; a stale update is refused and changes nothing', async () => {
    const [first, second, third] = [
      await world.attachment(),
      await world.attachment(),
      await world.attachment(),
    ]
    const { code } = await world.add({ voucher_attachment_codes: [first, second], voucher_category: 12 })
    const path = `${PATH}/${code}`
    const body = world.body({
      payer: '李某某',
      pay_amount: '0.01',
      version: 1,
      voucher_category: null,
      voucher_attachment_codes: [third, first],
    })
    const saved = await world.clerk.put(path, { ...body, subject_three_code: world.subject('99000101') })
    expect(saved.data).toMatchObject({
      ...{ code, version: 2, payer: '李某某', pay_amount_yuan: '0.01', voucher_category: null },
      subject_three_out_code: '99000101',
    })
    expect(picturesOf(saved.data)).toEqual([third, first])
    expect(await world.clerk.put(path, { ...body, payer: '更旧' })).toMatchObject({ status: 409 })
    expect((await world.clerk.get(path)).data).toEqual(saved.data)
    // Without a version there is no check; wrong fields are reported before staleness.
    expect((await world.clerk.put(path, { ...body, version: undefined })).data.version).toBe(3)
    expect((await world.clerk.put(path, { ...body, subject_three_code: 'x' })).status).toBe(422)
    const entry = (await auditsOf(app, world.projectId)).at(-1)
    expect(entry).toMatchObject({ action: 'update', before: { version: 2 }, after: { version: 3 } })
    const unlinked = await app.services.db
      .selectFrom('attachments')
      .select('code')
      .where('code', 'in', [first, second, third])
      .where('unlinked_at', 'is not', null)
      .execute()
    expect(unlinked).toEqual([{ code: second }])
  })

  test('of two concurrent updates the second is stale', async () => {
    const { code } = await world.add()
    const answer = await overlap(
      app,
      (tx) =>
        sql`update petty_cash set version = 2 where project_id = ${world.projectId} and code = ${code}`.execute(
          tx,
        ),
      () => world.clerk.put(`${PATH}/${code}`, world.body({ version: 1 })),
    )
    expect(answer.status).toBe(409)
  })
})

describe('delete', () => {
  test('deletes one or several, all or none, each with a log entry', async () => {
    const picture = await world.attachment()
    const [one, two, three] = [
      await world.add({ voucher_attachment_codes: [picture] }),
      await world.add(),
      await world.add(),
    ]
    expect(await world.clerk.delete(`${PATH}/${one.code}`)).toMatchObject({ code: 0, msg: '删除成功' })
    expect((await world.clerk.delete(`${PATH}/${one.code}`)).status).toBe(404)
    const before = await stored()
    // Numbers are unique inside a project only.
    const foreign = await other.add({ pay_at: '2019-01-01' })
    for (const codes of [
      [two.code, foreign.code],
      [two.code, 'no-such'],
    ])
      expect((await world.clerk.delete(`${PATH}/batch`, { codes })).status).toBe(404)
    expect(await world.clerk.delete(`${PATH}/batch`, { codes: [] })).toMatchObject({
      ...{ status: 422, msg: '请选择删除项' },
    })
    expect(await stored()).toEqual(before)
    expect(
      (await world.clerk.delete(`${PATH}/batch`, { codes: [three.code, two.code, two.code] })).code,
    ).toBe(0)
    expect(await stored()).toHaveLength(before.length - 2)
    const entries = (await auditsOf(app, world.projectId)).slice(-3)
    expect(entries.map(({ action, code }) => [action, code])).toEqual([
      ['delete', one.code],
      ['delete', two.code],
      ['delete', three.code],
    ])
    expect(entries[0]?.before).toMatchObject({ pay_amount_yuan: '100.00', voucher_attachments: [picture] })
    const file = await app.services.db
      .selectFrom('attachments')
      .select('unlinked_at')
      .where('code', '=', picture)
      .executeTakeFirst()
    expect(file?.unlinked_at).not.toBeNull()
  })
})

describe('access', () => {
  test('writes without login, without the right or in another project are refused and change nothing', async () => {
    const { code } = await world.add()
    const before = await stored()
    const writes = (who: PettyCashWorld['clerk']) => [
      who.put(`${PATH}/amount`, { amount: '5' }),
      who.post(PATH, world.body()),
      who.put(`${PATH}/${code}`, world.body()),
      who.delete(`${PATH}/${code}`),
      who.delete(`${PATH}/batch`, { codes: [code] }),
    ]
    for (const answer of await Promise.all(writes(app.nobody.on(world.project))))
      expect(answer.status).toBe(401)
    for (const answer of await Promise.all(writes(world.reader))) expect(answer.status).toBe(403)
    for (const answer of await Promise.all(writes(other.admin.on(world.project))))
      expect(answer.code).toBe(300009)
    const [, made, ...rest] = await Promise.all(writes(other.clerk))
    expect(wrongFields(made as never)).toEqual(['subject_three_code'])
    expect(rest.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(await stored()).toEqual(before)
    // Rows tell a reader that they may not write.
    expect((await world.reader.get(`${PATH}/${code}`)).data.can).toEqual({ write: false, delete: false })
    expect((await world.reader.get(`${PATH}/totals`)).data.can).toEqual({ write: false })
    await world.admin.post(`/projects/${world.project}/archive`)
    for (const answer of await Promise.all(writes(world.clerk))) expect(answer.code).toBe(300011)
    expect((await world.clerk.get(PATH)).data).toMatchObject({ can: { write: false, delete: false } })
    await world.admin.post(`/projects/${world.project}/unarchive`)
    expect(await stored()).toEqual(before)
  })
})
