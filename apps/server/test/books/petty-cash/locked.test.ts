import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findReferences } from '../../../src/books/petty-cash/rules.ts'
import type { TestApp } from '../../harness/harness.ts'
import { overlap } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { wrongFields } from '../payments/helpers.ts'
import { type PettyCashWorld, pettyCashWorld } from './helpers.ts'

const PATH = '/imprests'
let app: TestApp
let world: PettyCashWorld

beforeAll(async () => {
  app = await workerApp()
  world = await pettyCashWorld(app)
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

describe('what is written off', () => {
  const why = (code: string, action: string) =>
    `备用金 ${code}已核销，不能${action}；删除核销生成的付款后可以${action}`

  test('is neither edited nor deleted, and says so', async () => {
    const [closed, open] = [await world.add(), await world.add()]
    await world.writeOff(closed.code)
    const before = await stored()
    const path = `${PATH}/${closed.code}`
    expect(await world.clerk.put(path, world.body({ version: 1 }))).toMatchObject({
      ...{ status: 422, msg: why(`${closed.code} `, '修改') },
    })
    // It is the reason also for a stale form.
    expect((await world.clerk.put(path, world.body({ version: 7 }))).status).toBe(422)
    // And for a form with other mistakes, which nobody has to mend in vain.
    for (const wrong of [{ pay_amount: 'x' }, { payer: '', contract_code: 'unknown' }])
      expect(await world.clerk.put(path, world.body(wrong))).toMatchObject({
        ...{ status: 422, msg: why(`${closed.code} `, '修改') },
      })
    expect(await world.clerk.delete(path)).toMatchObject({ status: 422, msg: why(`${closed.code} `, '删除') })
    const codes = [open.code, closed.code]
    expect(await world.clerk.delete(`${PATH}/batch`, { codes })).toMatchObject({
      ...{ status: 422, msg: why(`${closed.code} `, '删除') },
    })
    const records = codes.map((code) => ({ code, version: 1 }))
    const message = '已核销，不能修改；删除核销生成的付款后可以修改'
    expect(await world.clerk.put(`${PATH}/batch`, { records, changes: { post: '组' } })).toMatchObject({
      ...{ status: 422, msg: `1 条记录不能修改，全部未修改。${closed.code}：${message}` },
      data: { errors: [{ field: 'records[1]', message }] },
    })
    expect(await stored()).toEqual(before)
    const { data } = await world.clerk.get(path)
    expect(data).toMatchObject({
      write_off_at: expect.stringMatching(/\+08:00$/),
      can: { write: false, delete: false },
    })
    expect((await world.clerk.get(`${PATH}/${open.code}`)).data.can).toEqual({ write: true, delete: true })
  })

  test('names its payment; when that is deleted it can be edited', async () => {
    const mine = await pettyCashWorld(app)
    const { code } = await mine.add({
      ...{ voucher_category: 4, face_tax_rate: '6%', voucher_attachment_codes: [await mine.attachment()] },
    })
    expect((await mine.clerk.post(`${PATH}/write_offs`)).data).toMatchObject({ succeeded_quantity: 1 })
    const payment = (await mine.clerk.get(`${PATH}/${code}`)).data.cost_execution_code
    const edit = () => mine.clerk.put(`${PATH}/${code}`, mine.body({ payer: '更正' }))
    expect((await edit()).msg).toBe(why(`${code}（付款 ${payment}）`, '修改'))
    expect((await mine.admin.delete(`/cost_executions/${payment}`)).code).toBe(0)
    expect((await edit()).data).toMatchObject({ code, payer: '更正', write_off_at: null })
  })

  test.each<['修改' | '删除', (code: string) => Promise<{ status: number; msg: string }>]>([
    ['修改', (code) => world.clerk.put(`${PATH}/${code}`, world.body({ version: 1, payer: '太晚' }))],
    ['删除', (code) => world.clerk.delete(`${PATH}/${code}`)],
  ])('a request to %s waits for a running write-off, and is refused', async (action, call) => {
    const { code } = await world.add()
    const answer = await overlap(
      app,
      async (tx) => {
        await sql`with w as (
          insert into write_offs (project_id, code, total_quantity, succeeded_quantity, amount, creator_id, created_at)
          values (${world.projectId}, ${crypto.randomUUID()}, 1, 1, 10000, ${world.admin.userId}, now()) returning id)
        update petty_cash set write_off_id = w.id from w where project_id = ${world.projectId} and code = ${code}`.execute(
          tx,
        )
      },
      () => call(code),
    )
    expect(answer).toMatchObject({ status: 422, msg: why(`${code} `, action) })
    expect((await world.clerk.get(`${PATH}/${code}`)).data).toMatchObject({ payer: '王某某', version: 1 })
  })

  test('a change of several waits for a running write-off, and names it', async () => {
    const [open, closing] = [await world.add(), await world.add()]
    const records = [open, closing].map(({ code }) => ({ code, version: 1 }))
    const answer = await overlap(
      app,
      (tx) =>
        sql`with w as (
          insert into write_offs (project_id, code, total_quantity, succeeded_quantity, amount, creator_id, created_at)
          values (${world.projectId}, ${crypto.randomUUID()}, 1, 1, 10000, ${world.admin.userId}, now()) returning id)
        update petty_cash set write_off_id = w.id from w where project_id = ${world.projectId} and code = ${closing.code}`.execute(
          tx,
        ),
      () => world.clerk.put(`${PATH}/batch`, { records, changes: { post: '组' } }),
    )
    expect(answer.data.errors).toEqual([
      { field: 'records[1]', message: '已核销，不能修改；删除核销生成的付款后可以修改' },
    ])
    expect((await world.clerk.get(`${PATH}/${open.code}`)).data).toMatchObject({ post: '', version: 1 })
  })
})

describe('contracts and subjects', () => {
  test('that petty cash names are not deleted, nor does the contract become one of income', async () => {
    const contract_code = await world.contract('ZF-2')
    const { code } = await world.add({ contract_code, subject_three_code: world.subject('99000102') })
    const contract = `/contracts/${contract_code}`
    expect(await world.clerk.delete(contract)).toMatchObject({
      ...{ status: 422, msg: `合同 ZF-2 已被备用金 ${code} 使用，不能删除` },
    })
    const body = { out_code: 'ZF-2', customer: '某某公司', amount: '1000', category: '3' }
    expect(await world.clerk.put(contract, body)).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'category', message: `合同已被备用金 ${code} 使用，不能改为投资合同` }] },
    })
    expect((await world.clerk.put(contract, { ...body, category: '0' })).code).toBe(0)
    expect((await world.clerk.delete(`/subjects/${world.subject('99000102')}`)).msg).toBe(
      `科目 99000102 天气及不可抗力损失 已被备用金 ${code} 使用，不能删除`,
    )
    await world.clerk.delete(`${PATH}/${code}`)
    expect((await world.clerk.delete(contract)).code).toBe(0)
    expect((await world.clerk.delete(`/subjects/${world.subject('99000102')}`)).code).toBe(0)
  })

  test("a detail waits for its contract's change to one of income, and is refused", async () => {
    const contract_code = await world.contract('ZF-3')
    const change = sql`update contracts set category = 3 where project_id = ${world.projectId} and code = ${contract_code}`
    const answer = await overlap(
      app,
      (tx) => change.execute(tx),
      () => world.clerk.post(PATH, world.body({ contract_code })),
    )
    expect(wrongFields(answer)).toEqual(['contract_code'])
  })

  test('a change of the contract waits for the commit of a detail', async () => {
    const contract_code = await world.contract('ZF-4')
    const change = sql`update contracts set category = 3 where project_id = ${world.projectId} and code = ${contract_code}`
    await overlap(
      app,
      (tx) => findReferences(tx, world.projectId, [{ contract_code }]),
      () => change.execute(app.services.db),
    )
  })

  test('of a detail and the deletion of its subject only one succeeds', async () => {
    const numbers = ['99000103', '24000102', '24000103']
    for (const number of numbers) {
      const [removed, made] = await Promise.all([
        world.clerk.delete(`/subjects/${world.subject(number)}`),
        world.clerk.post(PATH, world.body({ subject_three_code: world.subject(number) })),
      ])
      expect([removed.code, made.code].sort()).toEqual([0, 422])
    }
  })
})
