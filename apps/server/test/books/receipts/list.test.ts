import { fenOf, sum, yuan } from '@pianzhang/contract/money'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../harness/harness.ts'
import { ask } from '../../harness/recount.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { takeSent } from '../../statements/sent.ts'
import { type ReceiptWorld, receiptWorld } from './helpers.ts'

const PATH = '/investment_executions'
let app: TestApp
let world: ReceiptWorld
let other: ReceiptWorld

/** A query of the list, and the same filter as plain SQL on receipts `e`, types `t` and contracts `k`. */
let filters: [Record<string, unknown>, string][]

beforeAll(async () => {
  app = await workerApp()
  world = await receiptWorld(app)
  other = await receiptWorld(app)
  await other.add({ investor: '别的项目', desc: '50%_\\' })
  const contracts = [null, await world.contract('TZ-2026-001'), await world.contract('其他-7', '4')]
  const [, contract] = contracts
  const types = ['自有资金', '联合投资', '银行贷款', '其他']
  const investors = ['华星影业', '华星（上海）', '蓝海资本', 'Ocean Fund', '50%_\\']
  for (let index = 0; index < 40; index += 1)
    await world.add({
      investment_at: `2026-0${1 + (index % 9)}-${10 + (index % 3)}`,
      investor: investors[index % investors.length],
      investment_category_id: world.category(types[(index * 7) % types.length] ?? ''),
      amount: yuan(BigInt(1 + index * index * 1_000_003)),
      contract_code: contracts[index % contracts.length],
      desc: index % 4 === 0 ? `第${index}期 100%_到账` : '',
    })
  filters = [
    [{}, 'true'],
    [{ keywords: '华星' }, "investor like '%华星%'"],
    [{ keywords: 'ocean' }, "investor = 'Ocean Fund'"],
    [{ keywords: '华星(上' }, "investor = '华星（上海）'"],
    [{ keywords: 'Ｏｃｅａｎ' }, "investor = 'Ocean Fund'"],
    [{ keywords: '%_' }, "investor = '50%_\\' or description <> ''"],
    [{ keywords: '\\' }, "investor = '50%_\\'"],
    [{ keywords: 'tz-2026' }, "k.out_code = 'TZ-2026-001'"],
    [{ keywords: '没有' }, 'false'],
    [{ start_investment_at: '2026-03-11' }, "investment_at >= '2026-03-11'"],
    [{ end_investment_at: '2026-03-11' }, "investment_at <= '2026-03-11'"],
    [
      { start_investment_at: '2026-02-10', end_investment_at: '2026-02-12', keywords: '100%' },
      "investment_at between '2026-02-10' and '2026-02-12' and description <> ''",
    ],
    [{ categories: [world.category('其他'), 'x', '99999'] }, "t.name = '其他'"],
    [{ categories: [world.category('其他'), world.category('银行贷款')] }, "t.name in ('其他', '银行贷款')"],
    [{ categories: [other.category('其他')] }, 'false'],
    [{ investors: ['华星影业', '华星', '没有'] }, "investor = '华星影业'"],
    [{ investors: '' }, 'true'],
    [{ contract_code: contract, keywords: '华星' }, "k.out_code = 'TZ-2026-001' and investor like '%华星%'"],
    [{ contract_code: 'no-such' }, 'false'],
    [{ import_code: 'no-such' }, 'false'],
  ]
})
afterAll(() => app.close())

interface Plain {
  code: string
  amount: string
}
const recount = (where: string, order = 'investment_at desc, e.id desc') =>
  ask<Plain>(
    app.databaseUrl,
    `select e.code, e.amount::text from receipts e
     join investment_types t on t.project_id = e.project_id and t.id = e.investment_category_id
     left join contracts k on k.project_id = e.project_id and k.id = e.contract_id
     where e.project_id = ${world.projectId} and (${where}) order by ${order}`,
  )
const codesOf = (data: { items: { code: string }[] }) => data.items.map(({ code }) => code)

describe('the list', () => {
  test('finds what plain SQL finds, in order, with count and sum', async () => {
    for (const [query, where] of filters) {
      const plain = await recount(where)
      const { data } = await world.reader.get(PATH, { ...query, per_page: 1000 })
      const what = JSON.stringify(query)
      expect(codesOf(data), what).toEqual(plain.map(({ code }) => code))
      expect(data.listTotal, what).toBe(plain.length)
      expect(data.total_amount_yuan, what).toBe(yuan(sum(plain.map(({ amount }) => BigInt(amount)))))
    }
  })

  test('pages without gaps in both orders; a page past the end is empty and has the sum', async () => {
    const oldest = await recount('true', 'investment_at, e.id')
    const found: string[] = []
    for (let page = 1; page <= 3; page += 1) {
      const answer = await world.reader.get(PATH, { page, per_page: 15, investment_at_order: 'asc' })
      expect(answer.headers).toMatchObject({ total: '40', page: String(page), 'per-page': '15' })
      found.push(...codesOf(answer.data))
    }
    expect(found).toEqual(oldest.map(({ code }) => code))
    const past = (await world.reader.get(PATH, { page: 9 })).data
    expect(past).toMatchObject({ items: [], listTotal: 40 })
    expect(fenOf(past.total_amount_yuan)).toBe(sum(oldest.map(({ amount }) => BigInt(amount))))
  })

  test('contains one project only', async () => {
    expect((await other.reader.get(PATH)).data).toMatchObject({ listTotal: 1 })
    const [foreign] = (await other.reader.get(PATH)).data.items
    expect((await world.reader.get(`${PATH}/${foreign.code}`)).status).toBe(404)
  })
})

describe('the charts', () => {
  const chart = async (name: string, who = world.reader) => (await who.get(`${PATH}/dashboard/${name}`)).data
  const grouped = (by: string) =>
    ask<{ name: string; amount: string }>(
      app.databaseUrl,
      `select ${by} as name, sum(e.amount)::text as amount from receipts e
       join investment_types t on t.project_id = e.project_id and t.id = e.investment_category_id
       where e.project_id = ${world.projectId} group by 1 order by sum(e.amount) desc, 1`,
    )
  const sheet = async (name: string) => {
    const { file_url } = await chart(`${name}_export`)
    const file = await app.http.inject({ url: file_url })
    expect(file.statusCode).toBe(200)
    return (await readXlsx(file.rawPayload)).sheets[0]?.rows
  }

  test('equal sums by plain SQL, as answers and as spreadsheets', async () => {
    const all = await grouped("'all'")
    expect(await chart('total_amount')).toEqual({ total_amount: yuan(BigInt(all[0]?.amount ?? '')) })
    for (const [name, key, column, title] of [
      ['investor', 'investor', 'e.investor', '投资方'],
      ['investment_category', 'category', 't.name', '投资类型'],
    ] as const) {
      const plain = await grouped(column)
      const { items } = await chart(name)
      expect(items.map((item: Record<string, string>) => [item[key], item.amount])).toEqual(
        plain.map((row) => [row.name, yuan(BigInt(row.amount))]),
      )
      expect(await sheet(name)).toEqual([
        [title, '收款金额（元）'],
        ...plain.map((row) => [row.name, Number(row.amount) / 100]),
        ['合计', Number(all[0]?.amount) / 100],
      ])
    }
    const [first] = (await chart('investment_category')).items
    const listed = await world.reader.get(PATH, { categories: first.investment_category_id })
    expect(listed.data.total_amount_yuan).toBe(first.amount)
    const [largest] = (await chart('investor')).items
    const behind = await world.reader.get(PATH, { investors: largest.investor })
    expect(behind.data.total_amount_yuan).toBe(largest.amount)
  })

  test('of a project without receipts are empty', async () => {
    const empty = (await receiptWorld(app)).reader
    expect(await chart('total_amount', empty)).toEqual({ total_amount: '0.00' })
    expect(await chart('investor', empty)).toEqual({ items: [], others: { quantity: 0, amount: '0.00' } })
    expect(await chart('investment_category', empty)).toEqual({ items: [] })
  })

  test('of 230 investors answer the 200 largest and the sum of the others; the spreadsheet has all', async () => {
    const many = await receiptWorld(app)
    await sql`insert into receipts
        (project_id, code, investment_at, investor, investment_category_id, amount, creator_id, created_at, updated_at)
      select ${many.projectId}, 'many-' || n, '2026-11-21', '投资方' || n, ${BigInt(many.category('其他'))}, n * 100, ${many.admin.userId}, now(), now()
      from generate_series(1, 230) n`.execute(app.services.db)
    const { items, others } = await chart('investor', many.reader)
    expect(items).toHaveLength(200)
    expect(items[0]).toEqual({ investor: '投资方230', amount: '230.00' })
    expect(items.at(-1)).toEqual({ investor: '投资方31', amount: '31.00' })
    expect(others).toEqual({ quantity: 30, amount: '465.00' })
    const { file_url } = await chart('investor_export', many.reader)
    const file = await app.http.inject({ url: file_url })
    expect((await readXlsx(file.rawPayload)).sheets[0]?.rows).toHaveLength(232)
  })
})

test('a name stored with invisible signs is found from its chart, and is the plain name once it is saved', async () => {
  const mine = await receiptWorld(app)
  const { code } = await mine.add({ investor: '华星' })
  const stored = '华\u200b星  影业'
  await app.services.db
    .updateTable('receipts')
    .set({ investor: stored })
    .where('project_id', '=', mine.projectId)
    .execute()
  const found = async (query: object) =>
    (await mine.reader.get(PATH, { ...query })).data.items.map((item: { code: string }) => item.code)
  const [item] = (await mine.reader.get(`${PATH}/dashboard/investor`)).data.items
  expect(item).toEqual({ investor: stored, amount: '1000000.00' })
  expect(await found({ investors: item.investor })).toEqual([code])
  const { data } = await mine.clerk.put(`${PATH}/${code}`, mine.body({ investor: stored }))
  expect(data.investor).toBe('华星 影业')
  expect(await found({ investors: data.investor })).toEqual([code])
  expect(await found({ investors: stored })).toEqual([])
})

test('a page and its sums are one statement, so that they are of one moment', async () => {
  takeSent()
  expect((await world.reader.get(PATH)).code).toBe(0)
  expect(takeSent().filter(({ statement }) => /from receipts e/.test(statement))).toHaveLength(1)
})
