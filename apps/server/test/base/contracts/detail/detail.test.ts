import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../harness/harness.ts'
import { book } from '../../../harness/ledger.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { type ContractWorld, contractWorld } from '../helpers.ts'

let app: TestApp
let world: ContractWorld

beforeAll(async () => {
  app = await workerApp()
  world = await contractWorld(app)
})
afterAll(() => app.close())

test('related: the last ten payments and receipts with what they have on the contract, and the numbers of all', async () => {
  const [paid, income] = [await world.add(), await world.add({ category: 3 })]
  for (let index = 1; index <= 12; index += 1)
    await book(world.admin, { contract_code: paid.code, pay_amount: `${index}` })
  const [type] = (await world.admin.get('/selects/investment_categories')).data.items
  for (const investment_at of ['2026-05-02', '2026-05-01'])
    await world.admin.post('/investment_executions', {
      ...{ investment_at, investor: '某某影业', amount: '3', desc: '首期' },
      ...{ investment_category_id: type.value, contract_code: income.code },
    })
  const reminder = { contract_code: paid.code, category: '0', start_at: '2026-12-01' }
  await world.admin.post('/contract_cautions', reminder)
  const ofPaid = (await world.admin.get(`/contracts/${paid.code}/related`)).data
  expect(ofPaid).toMatchObject({
    payments: { count: 12 },
    receipts: { count: 0, items: [] },
    reminders: { count: 1 },
  })
  expect(ofPaid.payments.items.map((item: { amount_yuan: string }) => item.amount_yuan)).toEqual(
    Array.from({ length: 10 }, (_, index) => `${12 - index}.00`),
  )
  expect(ofPaid.payments.items[0]).toMatchObject({
    code: expect.stringMatching(/^FK/),
    pay_at: '2026-11-21',
    payer: '北京影视器材有限公司',
  })
  expect((await world.admin.get(`/contracts/${income.code}/related`)).data).toMatchObject({
    payments: { count: 0, items: [] },
    receipts: {
      count: 2,
      items: [
        { investment_at: '2026-05-02', investor: '某某影业', desc: '首期', amount_yuan: '3.00' },
        { investment_at: '2026-05-01' },
      ],
    },
    reminders: { count: 0 },
  })
  // Who may read contracts only learns nothing of the others.
  expect((await world.reader.get(`/contracts/${paid.code}/related`)).data).toEqual({
    payments: null,
    imprests: null,
    receipts: null,
    reminders: null,
  })
  expect((await world.admin.get('/contracts/nothing/related')).status).toBe(404)
})

test('history: who changed what, the latest first, with masked numbers', async () => {
  const scan = await world.attachment()
  const [{ code, out_code }, other] = [await world.add(), await world.add()]
  const path = `/contracts/${code}`
  await world.clerk.put(
    path,
    world.body({ out_code, customer: '改名公司', category: 0, scan_attachment_codes: [scan] }),
  )
  // Another account that looks the same when masked, and nothing else.
  await world.admin.put(path, {
    ...world.body({ out_code, customer: '改名公司', category: 0 }),
    income_bankcard_account: '6225880299995678',
  })
  await world.clerk.post(`${path}/binding`, { supplement_contract_code: other.code })
  await world.clerk.get(path, { reveal: 1 })
  const { data } = await world.reader.get(`${path}/history`)
  expect(data.listTotal).toBe(4)
  expect(data.items.map((item: { action: string }) => item.action)).toEqual([
    'update',
    'update',
    'update',
    'create',
  ])
  expect(data.items.map((item: { changes: unknown }) => item.changes)).toEqual([
    [{ label: '补充协议', before: '', after: other.out_code }],
    [{ label: '收款账号', before: '************5678', after: '************5678（已更换）' }],
    [
      { label: '合同主体', before: '北京影视器材有限公司', after: '改名公司' },
      { label: '合同类型', before: '制作合同', after: '演员合同' },
      { label: '扫描件', before: '', after: expect.stringMatching(/^扫描件\d+\.pdf$/) },
    ],
    [],
  ])
  expect(data.items[1].user_name).toBe('管理员')
  const second = await world.reader.get(`${path}/history`, { page: 2, per_page: 3 })
  expect(second.data.items).toEqual([data.items[3]])
  expect((await (await contractWorld(app)).reader.get(`${path}/history`)).status).toBe(404)
})

test('a contract and its supplement are also one total, on both and in the list; not where money goes both ways', async () => {
  const [main, supplement, income] = [
    await world.add({ amount: '9999999999999.99' }),
    await world.add({ amount: '-1000.50' }),
    await world.add({ category: 3 }),
  ]
  const bind = (code: string, supplement_contract_code: string) =>
    world.clerk.post(`/contracts/${code}/binding`, { supplement_contract_code })
  await bind(main.code, supplement.code)
  await book(world.admin, { contract_code: main.code, pay_amount: '200000' })
  await book(world.admin, { contract_code: supplement.code, pay_amount: '0.01' })
  const together = {
    amount_yuan: '9999999998999.49',
    pay_amount_yuan: '200000.01',
    unpay_amount_yuan: '9999999798999.48',
  }
  for (const { code } of [main, supplement])
    expect((await world.reader.get(`/contracts/${code}`)).data.with_supplement).toEqual(together)
  const { items } = (await world.reader.get('/contracts', { keywords: main.out_code })).data
  expect(items.find(({ code }: { code: string }) => code === main.code).with_supplement).toEqual(together)
  const alone = await world.add()
  expect((await world.reader.get(`/contracts/${alone.code}`)).data.with_supplement).toBeNull()
  expect(await bind(alone.code, income.code)).toMatchObject({ code: 0, data: { with_supplement: null } })
})
