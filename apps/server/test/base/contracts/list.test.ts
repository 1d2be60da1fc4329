import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../harness/harness.ts'
import { book } from '../../harness/ledger.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { type ContractWorld, contractWorld } from './helpers.ts'

let app: TestApp
let world: ContractWorld

beforeAll(async () => {
  app = await workerApp()
  world = await contractWorld(app)
  await world.add({ out_code: 'HT-001', sign_at: '2026-03-01', amount: '500' })
  await world.add({
    out_code: 'YY-1_100%',
    customer: '张演员',
    category: '0',
    id_number: '110101199001011234',
    sign_at: null,
    amount: '300',
    income_bank_name: '工商银行怀柔支行',
    income_bankcard_username: '张某某',
    income_bankcard_account: '6217000010001234567',
  })
  await world.add({
    out_code: 'TZ-1',
    customer: '某某投资',
    category: '3',
    sign_at: '2026-01-01',
    amount: '900',
  })
  await world.add({ out_code: 'HT-001补', sign_at: '2026-02-01', amount: '-100' })
})
afterAll(() => app.close())

const found = async (query: Record<string, unknown>, who: Caller = world.clerk): Promise<string[]> => {
  const { status, data } = await who.get('/contracts', query)
  expect(status).toBe(200)
  expect(data.listTotal).toBe(data.items.length)
  return data.items.map((item: { out_code: string }) => item.out_code)
}

const sumsOf = (
  direction: 'out' | 'in',
  count: number,
  amount_yuan: string,
  pay_amount_yuan: string,
  unpay_amount_yuan: string,
) => ({ direction, count, amount_yuan, pay_amount_yuan, unpay_amount_yuan })

test('is newest first, and finds by number, customer, type, holder and bank', async () => {
  expect(await found({})).toEqual(['HT-001补', 'TZ-1', 'YY-1_100%', 'HT-001'])
  const cases: [Record<string, unknown>, string[]][] = [
    [{ keywords: 'ht-001' }, ['HT-001补', 'HT-001']],
    [{ keywords: '演员' }, ['YY-1_100%']],
    [{ keywords: '_100%' }, ['YY-1_100%']],
    [{ categories: ['0', '3'] }, ['TZ-1', 'YY-1_100%']],
    [{ categories: ['0', '2', 'x', '99'] }, ['HT-001补', 'YY-1_100%', 'HT-001']],
    [{ categories: 'x' }, []],
    [{ income_bankcard_username: '张某' }, ['YY-1_100%']],
    [{ income_bank_name: '怀柔' }, ['YY-1_100%']],
    [{ income_bank_name: '怀柔', categories: '2' }, []],
    [{ import_code: 'nothing' }, []],
  ]
  for (const [query, codes] of cases) expect([query, await found(query)]).toEqual([query, codes])
})

test('finds ID and account numbers by a part of them only for those who may write', async () => {
  for (const [query, part, whole] of [
    ['keywords', '19900101', '110101199001011234'],
    ['income_bankcard_account', '0001234', '6217000010001234567'],
  ] as const) {
    expect(await found({ [query]: part })).toEqual(['YY-1_100%'])
    expect(await found({ [query]: part }, world.reader)).toEqual([])
    expect(await found({ [query]: '%' }, world.reader)).not.toContain('HT-001')
    expect(await found({ [query]: whole }, world.reader)).toEqual(['YY-1_100%'])
  }
  expect((await world.reader.get('/contracts')).data.can).toEqual({ write: false, delete: false })
  const shown = JSON.stringify((await world.clerk.get('/contracts')).data)
  expect(shown).not.toMatch(/110101199001011234|6217000010001234567/)
})

test('stores numbers without blanks, and finds them with and without', async () => {
  await world.add({
    out_code: '空格',
    id_number: '９１１１０１０５ MA00 0000 1X',
    income_bankcard_account: '6225　8801-2345 6789',
  })
  for (const query of [
    { keywords: '91110105 MA0000001X' },
    { keywords: '911101 05MA00' },
    { income_bankcard_account: '6225880123456789' },
    { income_bankcard_account: '6225 8801 2345 6789' },
    { income_bankcard_account: '8801-2345' },
  ])
    expect([query, await found(query)]).toEqual([query, ['空格']])
  expect(await found({ income_bankcard_account: '6225 8801 2345 6789' }, world.reader)).toEqual(['空格'])
  // Nothing but a separator is no part of a number.
  expect(await found({ income_bankcard_account: '-' })).toEqual([])
  const { code } = (await world.clerk.get('/contracts', { keywords: '空格' })).data.items[0]
  const { data } = await world.clerk.get(`/contracts/${code}`, { reveal: 1 })
  expect(data).toMatchObject({
    id_number: '91110105MA0000001X',
    income_bankcard_account: '6225880123456789',
  })
  expect((await world.admin.delete(`/contracts/${code}`)).status).toBe(200)
})

test('sorts by day, amount, paid and unpaid, with empty days last, and adds them up', async () => {
  const codeOf = async (number: string) =>
    (await world.clerk.get('/contracts', { keywords: number })).data.items.at(-1).code
  await book(world.admin, { contract_code: await codeOf('HT-001'), pay_amount: '600' })
  await book(world.admin, { contract_code: await codeOf('YY-1'), pay_amount: '50' })
  const [type] = (await world.admin.get('/selects/investment_categories')).data.items
  const receipt = await world.admin.post('/investment_executions', {
    investment_at: '2026-05-01',
    investor: '某某投资',
    investment_category_id: type.value,
    amount: '400',
    contract_code: await codeOf('TZ-1'),
  })
  expect(receipt.code).toBe(0)
  const ascending: [string, string[]][] = [
    ['sign_at_order', ['TZ-1', 'HT-001补', 'HT-001', 'YY-1_100%']],
    ['amount_order', ['HT-001补', 'YY-1_100%', 'HT-001', 'TZ-1']],
    // 0, 50, 400, 600.
    ['pay_amount_order', ['HT-001补', 'YY-1_100%', 'TZ-1', 'HT-001']],
    // -100 twice, in the order of creation; then 250 and 500.
    ['unpay_amount_order', ['HT-001', 'HT-001补', 'YY-1_100%', 'TZ-1']],
  ]
  // 500 + 300 − 100 to pay and 900 to receive are never added up; the sums are of all that match, not of the page.
  const out = sumsOf('out', 3, '700.00', '650.00', '50.00')
  const incoming = sumsOf('in', 1, '900.00', '400.00', '500.00')
  for (const [query, sums] of [
    [{ per_page: 1 }, [out, incoming]],
    [{ categories: ['0', '1', '2'] }, [out]],
    [{ categories: ['3', '4'] }, [incoming]],
    [{ keywords: 'YY-1' }, [sumsOf('out', 1, '300.00', '50.00', '250.00')]],
    [{ keywords: 'none' }, []],
  ] as const) {
    const { data } = await world.clerk.get('/contracts', query)
    expect([query, data.sums]).toEqual([query, sums])
    const [one, other] = sums
    expect([data.total_amount_yuan, data.total_pay_amount_yuan]).toEqual(
      other ? [null, null] : [one?.amount_yuan ?? '0.00', one?.pay_amount_yuan ?? '0.00'],
    )
  }
  for (const [order, codes] of ascending) {
    expect([order, await found({ [order]: 'asc' })]).toEqual([order, codes])
    const reversed =
      order === 'sign_at_order' ? [...codes.slice(0, 3).reverse(), 'YY-1_100%'] : codes.toReversed()
    expect([order, await found({ [order]: 'desc' })]).toEqual([order, reversed])
  }
  const paged = await Promise.all(
    [1, 2].map((page) => world.clerk.get('/contracts', { unpay_amount_order: 'desc', page, per_page: 3 })),
  )
  expect(paged.flatMap(({ data }) => data.items.map((item: { out_code: string }) => item.out_code))).toEqual(
    ascending[3]?.[1].toReversed(),
  )
  expect((await world.clerk.get('/contracts', { amount_order: 'up' })).status).toBe(422)
})

test('offers as supplements all but the contract itself and those linked already', async () => {
  const mine = await contractWorld(app)
  const [one, two, three, four] = [await mine.add(), await mine.add(), await mine.add(), await mine.add()]
  await mine.clerk.post(`/contracts/${two.code}/binding`, { supplement_contract_code: three.code })
  expect(await found({ supplement_for: one.code }, mine.clerk)).toEqual([four.out_code])
  // The search takes 30 of more, the pickers of whole forms all.
  for (let n = 0; n < 30; n += 1) await mine.add()
  const pages = await Promise.all(
    [30, 999].map((per_page) => mine.clerk.get('/contracts', { supplement_for: one.code, per_page })),
  )
  expect(pages.map(({ data }) => [data.items.length, data.listTotal])).toEqual([
    [30, 31],
    [31, 31],
  ])
})
