import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditsOf } from '../../books/payments/helpers.ts'
import { bookOf, importFile, RIGHT, upload } from '../../books/payments/sheet/sheets.ts'
import type { TestApp } from '../../harness/harness.ts'
import { untilWaiting } from '../../harness/hold.ts'
import { book } from '../../harness/ledger.ts'
import { overlap } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { type ContractWorld, contractWorld } from './helpers.ts'

let app: TestApp
let world: ContractWorld

beforeAll(async () => {
  app = await workerApp()
  world = await contractWorld(app)
})
afterAll(() => app.close())

const left = async (of = world): Promise<string[]> =>
  (await of.clerk.get('/contracts', { per_page: 1000 })).data.items.map((item: { code: string }) => item.code)

test('deletes one or several, all or none, each with a log entry', async () => {
  const mine = await contractWorld(app)
  const [one, two, three] = [await mine.add(), await mine.add(), await mine.add()]
  expect(await mine.clerk.delete(`/contracts/${one.code}`)).toMatchObject({ code: 0, msg: '删除成功' })
  expect((await mine.clerk.delete(`/contracts/${one.code}`)).status).toBe(404)
  const foreign = await world.add()
  const refused = await mine.clerk.delete('/contracts/batch', { codes: [two.code, foreign.code] })
  expect(refused).toMatchObject({ status: 404, data: { errors: [{ field: 'codes[1]' }] } })
  expect((await mine.reader.delete('/contracts/batch', { codes: [two.code] })).status).toBe(403)
  expect(await left(mine)).toEqual([three.code, two.code])
  expect(
    (await mine.clerk.delete('/contracts/batch', { codes: [three.code, two.code, two.code] })).code,
  ).toBe(0)
  expect(await left(mine)).toEqual([])
  const entries = (await auditsOf(app, mine.projectId)).filter(({ action }) => action === 'delete')
  expect(entries.map(({ code }) => code)).toEqual([one.code, two.code, three.code])
  expect(entries[0]?.before).toMatchObject({ out_code: one.out_code, id_number: '911***********CD2X' })
})

test('what payments, receipts or a link name stays, and the message says which', async () => {
  const [paid, received, main, supplement, free] = await Promise.all([
    world.add({ out_code: 'A' }),
    world.add({ out_code: 'B', category: 3 }),
    world.add({ out_code: 'C' }),
    world.add({ out_code: 'D' }),
    world.add({ out_code: 'E' }),
  ])
  const payments = await Promise.all([1, 2, 3, 4].map(() => book(world.admin, { contract_code: paid.code })))
  const numbers = payments.map(({ data }) => data.code).sort()
  const [type] = (await world.admin.get('/selects/investment_categories')).data.items
  await world.admin.post('/investment_executions', {
    ...{ investment_at: '2026-05-01', investor: '某某影业', amount: 1 },
    ...{ investment_category_id: type.value, contract_code: received.code },
  })
  await world.clerk.post(`/contracts/${main.code}/binding`, { supplement_contract_code: supplement.code })
  const before = await left()
  const refusals: [string[], string][] = [
    [[paid.code], `合同 A 已被付款 ${numbers.slice(0, 3).join('、')} 等 使用，不能删除`],
    [[received.code], '合同 B 已被收款 2026-05-01 某某影业 使用，不能删除'],
    [[free.code, main.code], '合同 C 已与合同 D 关联为补充协议，不能删除'],
    [[supplement.code], '合同 D 已与合同 C 关联为补充协议，不能删除'],
  ]
  for (const [codes, msg] of refusals)
    expect(await world.clerk.delete('/contracts/batch', { codes })).toMatchObject({ status: 422, msg })
  await book(world.admin, { contract_code: main.code, pay_amount: '1' })
  expect((await world.clerk.delete(`/contracts/${main.code}`)).msg).toMatch(
    /^合同 C 已被付款 FK\d+ 使用，并与合同 D 关联为补充协议，不能删除$/,
  )
  expect(await left()).toEqual(before)
})

test('its reminders go with it, each with a log entry', async () => {
  const { code, out_code } = await world.add()
  const reminder = { contract_code: code, category: '0', start_at: '2026-12-01', remark: '付尾款' }
  const added = (await world.admin.post('/contract_cautions', reminder)).data
  expect((await world.clerk.delete(`/contracts/${code}`)).code).toBe(0)
  expect((await world.admin.get('/contract_cautions')).data.listTotal).toBe(0)
  const entry = await app.services.db
    .selectFrom('audit_logs')
    .select(['resource', 'user_id', 'label', 'before', 'after'])
    .where('code', '=', added.code)
    .where('action', '=', 'delete')
    .executeTakeFirst()
  expect(entry).toMatchObject({
    resource: 'contract_caution',
    user_id: world.clerk.userId,
    label: `${out_code} 单次提醒 2026-12-01`,
    before: { contract_code: code, remark: '付尾款' },
    after: null,
  })
})

test('of a payment on a contract and its deletion only one succeeds', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < 10; round += 1) {
    const { code } = await world.add()
    const [removed, booked] = await Promise.all([
      world.clerk.delete(`/contracts/${code}`),
      book(world.admin, { contract_code: code }),
    ])
    expect([removed.code, booked.code].sort()).toEqual([0, 422])
    const { status } = await world.clerk.get(`/contracts/${code}`)
    expect(status).toBe(removed.code === 0 ? 404 : 200)
    outcomes.add(removed.msg + booked.msg)
  }
  for (const words of outcomes) expect(words).toMatch(/^删除成功合同不存在$|使用，不能删除操作成功$/)
})

test('an import of payments that meets the deletion of a contract names its rows', async () => {
  const { id } = await app.services.db
    .selectFrom('contracts')
    .select('id')
    .where('code', '=', (await world.add({ out_code: '将删' })).code)
    .executeTakeFirstOrThrow()
  const file = await upload(app, world.admin, await bookOf([{ ...RIGHT, contract_code: '将删' }]))
  const { data } = await overlap(
    app,
    (tx) =>
      tx.deleteFrom('contracts').where('project_id', '=', world.projectId).where('id', '=', id).execute(),
    () => importFile(world.admin, file),
  )
  expect(data).toMatchObject({
    status: 'failed',
    error_items: [{ line: 2, desc: '合同编号：合同编号不存在' }],
  })
})

test('an import that books on a contract goes before its deletion and renumbering; other edits do not wait', async () => {
  const { code, out_code } = await world.add()
  const payment = await book(world.admin)
  // As an import does: the foreign key locks the contract while rows are written, `lockChecked` at the end.
  const contract = `(select id from contracts where project_id = ${world.projectId} and code = '${code}')`
  const importing = new pg.Client({ connectionString: app.databaseUrl })
  await importing.connect()
  await importing.query(`begin; update payment_lines set contract_id = ${contract}
    where project_id = ${world.projectId} and payment_id = (select id from payments where project_id = ${world.projectId} and code = '${payment.data.code}')`)
  const put = (changes: object) => world.clerk.put(`/contracts/${code}`, world.body({ out_code, ...changes }))
  expect((await put({ remark: '边导入边修改' })).data).toMatchObject({ version: 2, remark: '边导入边修改' })
  const removed = world.clerk.delete(`/contracts/${code}`)
  await untilWaiting(app.databaseUrl)
  const renumbered = put({ out_code: '改号' })
  await untilWaiting(app.databaseUrl, 2)
  // Does not wait for those who wait for it.
  await importing.query(
    `select from contracts where project_id = ${world.projectId} and code = '${code}' for share`,
  )
  await importing.query('commit')
  await importing.end()
  expect((await removed).msg).toBe(`合同 ${out_code} 已被付款 ${payment.data.code} 使用，不能删除`)
  expect((await renumbered).data).toMatchObject({ out_code: '改号', version: 3 })
})
