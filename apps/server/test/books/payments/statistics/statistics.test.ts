import { VOUCHER_CATEGORIES, WRITE_OFF_CATEGORY } from '@pianzhang/contract/lists'
import { fenOf, sum, yuan } from '@pianzhang/contract/money'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { depth } from '../../../../../../scripts/depth.ts'
import { fillPayments } from '../../../files/many-lines.ts'
import { withAllSubjects } from '../../../harness/default-subjects.ts'
import { type Caller, newProject, type TestApp } from '../../../harness/harness.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { type PaymentWorld, paymentWorld } from '../helpers.ts'

withAllSubjects()

let test: TestApp
let world: PaymentWorld
let admin: Caller
beforeAll(async () => {
  test = await workerApp()
  admin = (await test.company(1000)).admin
  world = await paymentWorld(test)
})
afterAll(() => test.close())

const CHARTS = ['subject_one', 'subject_two', 'subject_three', 'payer', 'pay_category', 'voucher_category']
const ask = async (who: Caller, chart: string, query: Record<string, unknown> = {}) => {
  const answer = await who.get(`/cost_executions/dashboard/${chart}`, query)
  expect(answer, chart).toMatchObject({ status: 200, code: 0 })
  return answer.data
}
const itemsOf = async (who: Caller, chart: string, query?: Record<string, unknown>) =>
  (await ask(who, chart, query)).items as { amount: string; [key: string]: string }[]

/** A project with its types and a few subjects that share ancestors. */
async function freshProject() {
  const code = await newProject(admin, `统计${crypto.randomUUID()}`)
  const who = admin.on(code)
  const tree = (await who.get('/selects/subject_trees')).data.items as Subject[]
  const types = (await who.get('/selects/pay_categories')).data.items as { label: string; value: string }[]
  return { code, who, tree, types }
}
interface Subject {
  label: string
  value: string
  children: Subject[]
}

interface Line {
  payer: string
  /** Indexes in the tree, by level. */
  subject: [number, number, number]
  type: number
  voucher: number | null
  fen: bigint
}
const line: fc.Arbitrary<Line> = fc.record({
  payer: fc.constantFrom('甲公司', '乙公司', '丙（北京）', '=1+1'),
  subject: fc.tuple(fc.nat(3), fc.nat(1), fc.nat(1)),
  type: fc.nat(4),
  voucher: fc.option(fc.integer({ min: 1, max: 16 })),
  fen: fc
    .oneof(fc.bigInt(-500n, 500n), fc.bigInt(-249_999_999_999_999n, 249_999_999_999_999n))
    .filter((fen) => fen !== 0n),
})

/** The expected sums, computed from the requests. */
function recount(lines: readonly Line[], keyOf: (line: Line) => string): Map<string, string> {
  const groups = Map.groupBy(lines, keyOf)
  const sums = [...groups].map(([key, of]) => [key, sum(of.map(({ fen }) => fen))] as const)
  return new Map(sums.filter(([, fen]) => fen !== 0n).map(([key, fen]) => [key, yuan(fen)]))
}
const said = (items: { [key: string]: string; amount: string }[], key: string) =>
  new Map(items.map((item) => [String(item[key]), item.amount]))

describe('sums', () => {
  it('equal those of the lines, at every level and for every filter', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(line, { minLength: 1, maxLength: 4 }), { maxLength: 12 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 16 }), { maxLength: 4 }),
        async (payments, vouchers) => {
          const { who, tree, types } = await freshProject()
          const at = ({ subject: [a, b, c] }: Line): [Subject, Subject, Subject] => {
            const one = tree[a]!
            const two = one.children[b % one.children.length]!
            return [one, two, two.children[c % two.children.length]!]
          }
          const lines = payments.flatMap((of) => of.map((each) => ({ ...each, payer: of[0]!.payer })))
          for (const of of payments) {
            const body = world.body(
              { payer: of[0]!.payer },
              of.map((each) =>
                world.line({
                  subject_three_code: at(each)[2].value,
                  pay_category_id: types[each.type]!.value,
                  voucher_category: each.voucher,
                  pay_amount: yuan(each.fen),
                }),
              ),
            )
            expect(await who.post('/cost_executions', body)).toMatchObject({ code: 0 })
          }
          const query = { voucher_categories: vouchers.map(String) }
          const kept = lines.filter(({ voucher }) => vouchers.length === 0 || vouchers.includes(voucher ?? 0))
          const expectChart = async (chart: string, key: string, of: (line: Line) => string, more = {}) => {
            const items = await itemsOf(who, chart, { ...query, ...more })
            return expect(said(items, key), chart).toEqual(recount(kept, of))
          }
          expect(await ask(who, 'total_amount', query)).toEqual({
            total_amount: yuan(sum(kept.map(({ fen }) => fen))),
          })
          await expectChart('payer', 'payer', ({ payer }) => payer)
          await expectChart('pay_category', 'pay_category_id', ({ type }) => types[type]!.value)
          await expectChart('voucher_category', 'voucher_category_code', ({ voucher }) =>
            String(voucher ?? 0),
          )
          await expectChart('subject_one', 'subject_code', (each) => at(each)[0].value)
          await expectChart('subject_two', 'subject_code', (each) => at(each)[1].value)
          await expectChart('subject_three', 'subject_code', (each) => at(each)[2].value)
          for (const one of tree.slice(0, 4)) {
            const below = kept.filter((each) => at(each)[0] === one)
            const items = await itemsOf(who, 'subject_two', { ...query, subject_one_code: one.value })
            expect(said(items, 'subject_code')).toEqual(recount(below, (each) => at(each)[1].value))
            for (const two of one.children.slice(0, 2)) {
              const items = await itemsOf(who, 'subject_three', { ...query, subject_two_code: two.value })
              const under = below.filter((each) => at(each)[1] === two)
              expect(said(items, 'subject_code')).toEqual(recount(under, (each) => at(each)[2].value))
            }
          }
          for (const chart of CHARTS) {
            const amounts = (await itemsOf(who, chart, query)).map(({ amount }) => fenOf(amount))
            expect(amounts).toEqual([...amounts].sort((a, b) => (a < b ? 1 : a > b ? -1 : 0)))
          }
        },
      ),
      { numRuns: depth(2, 6) },
    )
  })

  it('name their groups, also those without a value', async () => {
    const { who, tree, types, code } = await freshProject()
    const three = tree[0]!.children[0]!.children[0]!
    const add = (changes: Record<string, unknown>) =>
      who.post('/cost_executions', world.body({}, [world.line(changes)]))
    const its = { subject_three_code: three.value, pay_category_id: types[0]!.value }
    await add({ ...its, pay_amount: '12.5', voucher_category: 12 })
    await add({ ...its, pay_amount: '-0.05' })
    // A line as a write-off of petty cash posts it.
    await add({ ...its, pay_amount: '9999999999999.99', pay_category_id: types[1]!.value })
    await sql`update payment_lines set pay_category_id = null where pay_amount > 100000
      and project_id = (select id from projects where code = ${code})`.execute(test.services.db)
    expect(await itemsOf(who, 'pay_category')).toEqual([
      { pay_category: WRITE_OFF_CATEGORY, pay_category_id: 'imprest', amount: '9999999999999.99' },
      { pay_category: types[0]!.label, pay_category_id: types[0]!.value, amount: '12.45' },
    ])
    expect(await itemsOf(who, 'voucher_category')).toEqual([
      { voucher_category: '未填写', voucher_category_code: '0', amount: '9999999999999.94' },
      { voucher_category: VOUCHER_CATEGORIES[11].label, voucher_category_code: '12', amount: '12.50' },
    ])
    expect(await itemsOf(who, 'subject_three', { voucher_categories: ['12'] })).toEqual([
      {
        subject_name: expect.any(String),
        subject_code: three.value,
        subject_out_code: expect.stringMatching(/^\d{8}$/),
        amount: '12.50',
      },
    ])
    expect(await ask(who, 'total_amount', { 'voucher_categories[]': '0' })).toEqual({
      total_amount: '9999999999999.94',
    })
  })

  it('omit 0, include negative sums, and may exceed the largest single amount', async () => {
    const { who, tree, types } = await freshProject()
    const [a, b] = tree.map((one) => one.children[0]!.children[0]!.value)
    const add = (payer: string, pay_amount: string, subject_three_code: string | undefined) =>
      who.post(
        '/cost_executions',
        world.body({ payer }, [
          world.line({ pay_amount, subject_three_code, pay_category_id: types[0]!.value }),
        ]),
      )
    await add('来回', '5', a)
    await add('来回', '-5', a)
    await add('退款', '-3', b)
    expect(said(await itemsOf(who, 'payer'), 'payer')).toEqual(new Map([['退款', '-3.00']]))
    expect((await itemsOf(who, 'subject_one')).map(({ amount }) => amount)).toEqual(['-3.00'])
    await add('大', '9999999999999.99', a)
    await add('大', '9999999999999.99', a)
    expect(await ask(who, 'total_amount')).toEqual({ total_amount: '19999999999996.98' })
    expect(said(await itemsOf(who, 'payer'), 'payer').get('大')).toBe('19999999999999.98')
  })
})

it('are empty for an empty project', async () => {
  const { who } = await freshProject()
  expect(await ask(who, 'total_amount')).toEqual({ total_amount: '0.00' })
  for (const chart of CHARTS) expect(await ask(who, chart)).toMatchObject({ items: [] })
  expect(await ask(who, 'payer')).toEqual({ items: [], others: NOBODY })
})

const NOBODY = { quantity: 0, amount: '0.00' }

describe('many payers', () => {
  /** Payers with 1 … 250 yuan, and one with a negative sum. */
  const manyPayers = async () => {
    const { who, code, tree, types } = await freshProject()
    const add = (payer: string, pay_amount: string, voucher_category: number | null) => {
      const subject_three_code = tree[0]!.children[0]!.children[0]!.value
      const its = { subject_three_code, pay_category_id: types[0]!.value, pay_amount, voucher_category }
      return who.post('/cost_executions', world.body({ payer }, [world.line(its)]))
    }
    const first = await add('甲', '1.00', null)
    await fillPayments(test.databaseUrl, code, first.data.code, 250, 1)
    const { db } = test.services
    const project = await db.selectFrom('projects').select('id').where('code', '=', code).executeTakeFirst()
    const numbered = sql`(
      select c.project_id, c.id, row_number() over (order by c.id) - 1 as n from payments c
      where c.project_id = ${project?.id}) k`
    await sql`update payments c set payer = '第' || n::text || '号', pay_amount = n * 100 from ${numbered}
      where c.project_id = k.project_id and c.id = k.id and n > 0`.execute(db)
    await sql`update payment_lines d set pay_amount = n * 100, voucher_category = 1 + n % 2 from ${numbered}
      where d.project_id = k.project_id and d.payment_id = k.id and n > 0`.execute(db)
    await add('退款', '-3.33', 1)
    return { who, code }
  }

  it('are the 200 largest, and the sum of the others', async () => {
    const { who } = await manyPayers()
    const { items, others } = await ask(who, 'payer')
    expect(items).toHaveLength(200)
    expect([items[0], items[199]]).toEqual([
      { payer: '第250号', amount: '250.00' },
      { payer: '第51号', amount: '51.00' },
    ])
    // 1 … 50, the first payment's 1.00, and the negative sum.
    expect(others).toEqual({ quantity: 52, amount: '1272.67' })
    const { total_amount } = await ask(who, 'total_amount')
    const shown = sum(items.map(({ amount }: { amount: string }) => fenOf(amount)))
    expect(yuan(shown + fenOf(others.amount))).toBe(total_amount)
    const even = await ask(who, 'payer', { voucher_categories: ['1'] })
    expect(even.items).toHaveLength(126)
    expect(even.items.at(-1)).toEqual({ payer: '退款', amount: '-3.33' })
    expect(even.others).toEqual(NOBODY)
  })

  it('are all in the spreadsheet', async () => {
    const { who } = await manyPayers()
    const { file_url } = (await who.get('/cost_executions/dashboard/payer_export')).data
    const file = await test.http.inject({ method: 'GET', url: file_url })
    const { sheets } = await readXlsx(file.rawPayload)
    expect(sheets[0]?.rows).toHaveLength(1 + 252 + 1)
  })
})

describe('filters', () => {
  beforeAll(async () => {
    await world.clerk.post('/cost_executions', world.body({}, [world.line({ voucher_category: '1' })]))
  })

  it('match nothing for codes that are unknown, of another project or of another level', async () => {
    const other = await paymentWorld(test)
    for (const query of [
      { voucher_categories: ['99'] },
      { voucher_categories: ['x', '17'] },
      { subject_one_code: other.subject('2400') },
      { subject_one_code: world.subject('24000101') },
      { subject_two_code: world.subject('2400') },
      { subject_one_code: 'no-such' },
    ])
      expect(await itemsOf(world.reader, 'subject_three', query), JSON.stringify(query)).toEqual([])
    expect(await itemsOf(world.reader, 'subject_three', { subject_one_code: '' })).toHaveLength(1)
    expect(
      await itemsOf(world.reader, 'subject_three', { subject_one_code: world.subject('2400') }),
    ).toHaveLength(1)
  })

  it.each([
    ['voucher_categories', 'a\0'],
    ['voucher_categories', 'x'.repeat(65)],
    ['subject_one_code', 'a\n'],
    ['subject_two_code', 'x'.repeat(65)],
  ])('refuse a malformed %s', async (field, value) => {
    const answer = await world.reader.get('/cost_executions/dashboard/subject_two', { [field]: value })
    expect(answer.status).toBe(422)
    expect(answer.data.errors[0].field).toMatch(new RegExp(`^${field}`))
  })
})

it('are refused without the right to read payments of this project', async () => {
  const other = await paymentWorld(test)
  const stranger = await test.person(world.companyId, { contract: ['read'] }, [world.project])
  for (const chart of ['total_amount', ...CHARTS, ...CHARTS.map((name) => `${name}_export`)]) {
    const path = `/cost_executions/dashboard/${chart}`
    expect((await test.nobody.on(world.project).get(path)).status, chart).toBe(401)
    expect((await stranger.on(world.project).get(path)).status, chart).toBe(403)
    expect((await other.clerk.on(world.project).get(path)).code, chart).toBe(300009)
    expect((await world.reader.get(path)).code, chart).toBe(0)
  }
  expect(await ask(other.reader, 'total_amount')).toEqual({ total_amount: '0.00' })
  await other.admin.post(`/projects/${other.project}/archive`)
  expect(await itemsOf(other.reader, 'payer')).toEqual([])
})
