import { sum, yuan } from '@pianzhang/contract/money'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../harness/harness.ts'
import { ask } from '../../harness/recount.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { type BudgetWorld, budgetWorld } from './helpers.ts'

const PATH = '/cost_budgets'
const SUBJECTS = ['24000101', '24000102', '24000201', '10000101', '10000101', '99000101']
let app: TestApp
let world: BudgetWorld
let other: BudgetWorld

beforeAll(async () => {
  app = await workerApp()
  world = await budgetWorld(app)
  other = await budgetWorld(app)
  await other.add({ remark: '别的项目' })
  for (let index = 0; index < 36; index += 1)
    await world.add({
      subject_three_code: world.subject(SUBJECTS[index % SUBJECTS.length] ?? ''),
      unit_price: yuan(BigInt(1 + index * index * 1_003) * (index % 5 === 0 ? -1n : 1n)),
      quantity: `${index % 7}.${index % 9}25`,
      remark: index % 6 === 0 ? `第${index}笔 100%_Ab` : '',
    })
  // A subject whose lines cancel each other out is in no chart.
  for (const unit_price of ['77.70', '-77.70'])
    await world.add({ subject_three_code: world.subject('24000103'), unit_price, quantity: '1' })
})
afterAll(() => app.close())

const recount = (where: string, order = 'b.created_at desc, b.id') =>
  ask<{ code: string; amount: string }>(
    app.databaseUrl,
    `select b.code, b.amount::text from cost_budgets b
     join subjects s on s.project_id = b.project_id and s.id = b.subject_id
     where b.project_id = ${world.projectId} and (${where}) order by ${order}`,
  )
const codesOf = ({ items }: { items: { code: string }[] }) => items.map(({ code }) => code)
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
      [{ keywords: '2400' }, "s.out_code like '2400%'"],
      [{ keywords: ' 24000102 ' }, "s.out_code = '24000102'"],
      // The number is found from its beginning only.
      [{ keywords: '0101' }, 'false'],
      [{ keywords: '摄影机' }, "s.out_code = '24000101'"],
      // Initials and syllables of level three, one (设备器材租赁) and two (摄影器材租赁).
      [{ keywords: 'syjzlf' }, "s.out_code = '24000101'"],
      [{ keywords: 'SheBeiQi' }, "s.out_code like '2400%'"],
      [{ keywords: 'syqczl' }, "s.out_code like '240001%'"],
      // Every word must fit.
      [{ keywords: '2400 sheyingji' }, "s.out_code = '24000101'"],
      [{ keywords: '0%_aB' }, "b.remark <> ''"],
      [{ keywords: '6笔', ...codes('2400') }, "b.remark like '%6笔%'"],
      [{ keywords: '没有' }, 'false'],
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
      expect(data.shownTotal).toBe(plain.length)
    }
  })

  test('is ordered by subject and by amount, in both directions, on every page', async () => {
    const orders = [
      [{ subject_order: 'asc' }, 's.out_code, b.id'],
      [{ subject_order: 'desc' }, 's.out_code desc, b.id'],
      [{ amount_order: 'asc' }, 'b.amount, b.id'],
      [{ amount_order: 'desc' }, 'b.amount desc, b.id'],
    ] as const
    for (const [query, order] of orders) {
      const found: string[] = []
      for (let page = 1; page <= 2; page += 1)
        found.push(...codesOf((await world.reader.get(PATH, { page, ...query })).data))
      expect(found, order).toEqual((await recount('true', order)).map(({ code }) => code))
    }
    expect((await world.reader.get(PATH, { subject_order: 'up' })).status).toBe(422)
  })

  test('by subject it answers number and sum of all that match, by subject of level one and two', async () => {
    const groups = async (query: object) =>
      (await world.reader.get(PATH, { subject_order: 'asc', per_page: 3, ...query })).data.groups
    const plain = (where = 'true') =>
      ask<{ out_code: string; name: string; quantity: string; amount: string }>(
        app.databaseUrl,
        `select g.out_code, g.name, count(*) as quantity, sum(b.amount)::text as amount from cost_budgets b
         join subjects s on s.project_id = b.project_id and s.id = b.subject_id
         join subjects g on g.project_id = b.project_id and g.id in (s.one_id, s.two_id)
         where b.project_id = ${world.projectId} and ${where} group by 1, 2 order by 1`,
      )
    const answered = (rows: Awaited<ReturnType<typeof plain>>) =>
      rows.map(({ amount, quantity, ...row }) => ({
        ...row,
        quantity: Number(quantity),
        amount_yuan: yuan(BigInt(amount)),
      }))
    const all = answered(await plain())
    expect(all.map(({ out_code }) => out_code)).toEqual([
      ...['1000', '100001', '2400', '240001', '240002', '9900', '990001'],
    ])
    expect(await groups({})).toEqual(all)
    // Of all that match, not of the page, nor without what is folded.
    expect(await groups({ page: 4, folded: ['2400'] })).toEqual(all)
    expect(await groups({ keywords: '笔' })).toEqual(answered(await plain("b.remark <> ''")))
    const down = await groups({ subject_order: 'desc' })
    expect(down.map(({ out_code }: { out_code: string }) => out_code)).toEqual([
      ...['9900', '990001', '2400', '240002', '240001', '1000', '100001'],
    ])
    for (const flat of [{}, { amount_order: 'asc' }, { subject_order: 'asc', keywords: '没有' }])
      expect((await world.reader.get(PATH, flat)).data.groups).toEqual([])
  })

  test('leaves lines of folded subjects out of its pages, but not out of count and sum', async () => {
    const whole = await recount('true', 's.out_code, b.id')
    for (const [folded, where] of [
      [['2400'], "s.out_code not like '2400%'"],
      [['240001', '9900'], "s.out_code not like '240001%' and s.out_code not like '9900%'"],
      [['1000', '2400', '9900'], 'false'],
      // Level three does not fold, nor does another order.
      [['24000101'], 'true'],
    ] as const) {
      const shown = await recount(where, 's.out_code, b.id')
      const { data } = await world.reader.get(PATH, { subject_order: 'asc', per_page: 1000, folded })
      expect(codesOf(data)).toEqual(shown.map(({ code }) => code))
      expect([data.listTotal, data.total_amount_yuan]).toEqual([whole.length, total(whole)])
      expect(data.shownTotal).toBe(shown.length)
    }
    expect(codesOf((await world.reader.get(PATH, { per_page: 1000, folded: '2400' })).data)).toHaveLength(38)
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
