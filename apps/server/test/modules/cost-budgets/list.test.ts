import { sum, yuan } from '@pianzhang/contract/money'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { ask } from '../../harness/recount.ts'
import { type BudgetWorld, budgetWorld } from './helpers.ts'

const PATH = '/cost_budgets'
const SUBJECTS = ['24000101', '24000102', '24000201', '10000101', '10000101', '99000101']
let app: TestApp
let world: BudgetWorld
let other: BudgetWorld

beforeAll(async () => {
  app = await startTestApp()
  world = await budgetWorld(app)
  other = await budgetWorld(app)
  await other.add({ remark: '别的项目' })
  for (let index = 0; index < 36; index += 1)
    await world.add({
      subject_three_code: world.subject(SUBJECTS[index % SUBJECTS.length] ?? ''),
      unit_price: yuan(BigInt(1 + index * index * 1_003) * (index % 5 === 0 ? -1n : 1n)),
      quantity: `${index % 7}.${index % 9}25`,
    })
  // A subject whose lines cancel each other out is in no chart.
  for (const unit_price of ['77.70', '-77.70'])
    await world.add({ subject_three_code: world.subject('24000103'), unit_price, quantity: '1' })
})
afterAll(() => app.close())

const recount = (where: string) =>
  ask<{ code: string; amount: string }>(
    app.databaseUrl,
    `select b.code, b.amount::text from cost_budgets b
     join subjects s on s.project_id = b.project_id and s.id = b.subject_id
     where b.project_id = ${world.projectId} and (${where}) order by b.created_at desc, b.id`,
  )
const total = (rows: { amount: string }[]) => yuan(sum(rows.map(({ amount }) => BigInt(amount))))

describe('the list', () => {
  test('finds by subjects of any level what plain SQL finds, newest first, with count and sum', async () => {
    const codes = (...numbers: string[]) => ({
      subject_three_codes: numbers.map((number) => world.subject(number)),
    })
    const filters: [Record<string, unknown>, string][] = [
      [{}, 'true'],
      [codes('24000101'), "s.out_code = '24000101'"],
      [codes('240001'), "s.out_code like '240001%'"],
      [codes('2400'), "s.out_code like '2400%'"],
      [codes('240001', '2400', '10000101'), "s.out_code like '2400%' or s.out_code = '10000101'"],
      [{ subject_three_codes: ['nowhere', other.subject('2400')] }, 'false'],
      [{ subject_three_codes: '' }, 'true'],
      [{ import_code: 'nowhere' }, 'false'],
    ]
    for (const [query, where] of filters) {
      const plain = await recount(where)
      const { data } = await world.reader.get(PATH, { ...query, per_page: 1000 })
      const what = JSON.stringify(query)
      expect(
        data.items.map(({ code }: { code: string }) => code),
        what,
      ).toEqual(plain.map(({ code }) => code))
      expect([data.listTotal, data.total_amount_yuan], what).toEqual([plain.length, total(plain)])
    }
  })

  test('pages without gaps; a page past the end is empty and has the sum', async () => {
    const all = await recount('true')
    const found: string[] = []
    for (let page = 1; page <= 2; page += 1) {
      const answer = await world.reader.get(PATH, { page })
      expect(answer.headers).toMatchObject({ total: '38', page: String(page), 'per-page': '20' })
      found.push(...answer.data.items.map(({ code }: { code: string }) => code))
    }
    expect(found).toEqual(all.map(({ code }) => code))
    expect((await world.reader.get(PATH, { page: 9 })).data).toMatchObject({
      items: [],
      listTotal: 38,
      total_amount_yuan: total(all),
    })
  })

  test('contains one project only', async () => {
    const [foreign] = (await other.reader.get(PATH)).data.items
    expect((await world.reader.get(`${PATH}/${foreign.code}`)).status).toBe(404)
  })
})

describe('the charts', () => {
  const chart = async (name: string, query = {}) =>
    (await world.reader.get(`${PATH}/dashboard/${name}`, query)).data
  const grouped = (digits: number, where = 'true') =>
    ask<{ number: string; amount: string }>(
      app.databaseUrl,
      `select left(s.out_code, ${digits}) as number, sum(b.amount)::text as amount from cost_budgets b
       join subjects s on s.project_id = b.project_id and s.id = b.subject_id
       where b.project_id = ${world.projectId} and ${where} group by 1 having sum(b.amount) <> 0
       order by sum(b.amount) desc, 1`,
    )

  test('add up the lines of each subject, at every level and below a subject, as do their spreadsheets', async () => {
    const one = { subject_one_code: world.subject('2400') }
    const two = { subject_two_code: world.subject('240001') }
    const levels: [string, Record<string, string>, Awaited<ReturnType<typeof grouped>>][] = [
      ['subject_one', {}, await grouped(4)],
      ['subject_two', one, await grouped(6, "s.out_code like '2400%'")],
      ['subject_two', {}, await grouped(6)],
      ['subject_three', two, await grouped(8, "s.out_code like '240001%'")],
    ]
    for (const [name, query, plain] of levels) {
      expect(plain.length).toBeGreaterThan(0)
      const { items } = await chart(name, query)
      expect(
        items.map((item: Record<string, string>) => [item.subject_out_code, item.subject_code, item.amount]),
      ).toEqual(plain.map(({ number, amount }) => [number, world.subject(number), yuan(BigInt(amount))]))
      const { file_url } = await chart(`${name}_export`, query)
      const [sheet] = (await readXlsx((await app.http.inject({ url: file_url })).rawPayload)).sheets
      const [titles, ...rows] = sheet?.rows ?? []
      expect([titles?.[0], titles?.at(-1)]).toEqual(['科目编号', '预算金额（元）'])
      expect(rows.map((row) => [row[0], row.at(-1)])).toEqual([
        ...plain.map(({ number, amount }) => [number, Number(yuan(BigInt(amount)))]),
        ['合计', Number(yuan(sum(plain.map(({ amount }) => BigInt(amount)))))],
      ])
    }
    expect(await chart('subject_two', { subject_one_code: other.subject('2400') })).toEqual({ items: [] })
  })

  test('the total is the sum of all lines', async () => {
    expect(await chart('total_amount')).toEqual({ total_amount: total(await recount('true')) })
    const empty = await budgetWorld(app)
    expect((await empty.reader.get(`${PATH}/dashboard/total_amount`)).data).toEqual({ total_amount: '0.00' })
    expect((await empty.reader.get(`${PATH}/dashboard/subject_one`)).data).toEqual({ items: [] })
  })
})
