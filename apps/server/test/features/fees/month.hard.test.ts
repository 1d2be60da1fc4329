import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newCode } from '../../../src/platform/codes.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { citizen, type FeeWorld, feeWorld } from './helpers.ts'

// A month of 2,000 people and 10,000 fees, recounted here in numbers of fen by formulas of their own: nothing of the product's computation is imported.

const PEOPLE = 2_000
const FEES = 10_000
const WORKERS = 8
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)

function random(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
const next = random(SEED)
const pick = (below: number) => Math.floor(next() * below)

/** Half away from zero; all amounts here are below 2^53 / 10^6. */
const round = (value: number) => Math.sign(value) * Math.floor(Math.abs(value) + 0.5 + 1e-9)

const LABOR = [
  [2_000_000, 20, 0],
  [5_000_000, 30, 200_000],
  [Number.POSITIVE_INFINITY, 40, 700_000],
] as const
const FOREIGN = [
  [300_000, 3, 0],
  [1_200_000, 10, 21_000],
  [2_500_000, 20, 141_000],
  [3_500_000, 25, 266_000],
  [5_500_000, 30, 441_000],
  [8_000_000, 35, 716_000],
  [Number.POSITIVE_INFINITY, 45, 1_516_000],
] as const

/** Tax in fen of a month's income and surcharge; amounts times 10 are whole, as 80 % of fen are. */
function taxOf(income: number, surcharge: number, kind: string, resident: boolean): number {
  const tenths =
    (resident && income <= 400_000 ? Math.max(0, income - 80_000) * 10 : income * 8) - surcharge * 10
  const taxable = Math.max(0, tenths)
  const brackets = !resident
    ? FOREIGN
    : kind === 'script'
      ? [[Number.POSITIVE_INFINITY, 20, 0] as const]
      : LABOR
  const bracket = brackets.find(([upTo]) => taxable <= upTo * 10)
  if (!bracket) throw new Error('no bracket')
  const [, percent, deduction] = bracket
  return round((taxable * percent) / 1_000) - deduction
}

const vatOf = (day: number) => (day < 101_000 ? 0 : day - round(day / 1.01))

let app: TestApp
let world: FeeWorld
beforeAll(async () => {
  app = await startTestApp()
  world = await feeWorld(app)
  await world.choose('withhold')
})
afterAll(() => app.close())

const fen = (yuan: string) => Number(yuan.replace('.', ''))
const yuanOf = (amount: number) => `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`

interface Sent {
  person: number
  day: string
  kind: string
  gross: number
}

describe(`a month of ${PEOPLE} people and ${FEES} fees (SEED=${SEED})`, () => {
  test('equals the recount', async () => {
    const { db } = app.services
    const now = new Date()
    const payees = Array.from({ length: PEOPLE }, (_, n) => ({
      code: newCode(),
      company_id: world.companyId,
      name: `群演${n}`,
      kind: 0,
      id_type: 1,
      id_number: citizen(n + 1_000),
      resident: n % 20 !== 0,
      search: ` 群演${n}`,
      account_changed_at: null,
      merged_into_id: null,
      creator_id: world.admin.userId,
      created_at: now,
      updated_at: now,
    }))
    for (let from = 0; from < PEOPLE; from += 500)
      await db
        .insertInto('payees')
        .values(payees.slice(from, from + 500))
        .execute()
    const sent: Sent[] = []
    let failed = 0
    const worker = async (own: number) => {
      for (let n = own; n < FEES; n += WORKERS) {
        const person = pick(PEOPLE)
        const day = `2026-11-${String(1 + pick(30)).padStart(2, '0')}`
        const kind = pick(10) === 0 ? 'script' : 'labor'
        const basis = pick(3) === 0 ? 'net' : 'gross'
        const amount = 1 + Math.floor(10 ** (3 + next() * 4))
        const body = world.fee(payees[person]?.code ?? '', {
          pay_at: day,
          kind,
          basis,
          amount: yuanOf(amount),
        })
        const answer = await world.clerk.post('/labor_tax', body)
        if (answer.code === 0) {
          sent.push({ person, day, kind, gross: fen(answer.data.gross_yuan) })
          if (basis === 'net') expect(fen(answer.data.net_yuan)).toBe(amount)
        } else {
          // VAT of the day's earlier fees may leave nothing of a small one.
          expect(answer.msg).toContain('应扣税费')
          failed += 1
        }
      }
    }
    await Promise.all(Array.from({ length: WORKERS }, (_, own) => worker(own)))
    expect(failed).toBeLessThan(FEES / 50)

    // VAT by person and day lands on the fees in their order, so it is recounted from the stored order of one SELECT.
    const stored = await db
      .selectFrom('fees')
      .selectAll()
      .where('project_id', '=', world.projectId)
      .orderBy('id')
      .execute()
    expect(stored).toHaveLength(sent.length)
    const ids = new Map(
      (
        await db
          .selectFrom('payees')
          .select(['id', 'code'])
          .where('company_id', '=', world.companyId)
          .execute()
      ).map(({ id, code }) => [id, code]),
    )
    const days = new Map<string, { gross: number; vat: number; surcharge: number }>()
    const months = new Map<string, { income: number; surcharge: number; tax: number; gross: number }>()
    const people = new Map<
      string,
      { gross: number; vat: number; surcharge: number; tax: number; net: number; count: number }
    >()
    const indexOf = new Map(payees.map(({ code }, n) => [code, n]))
    for (const row of stored) {
      const code = ids.get(row.payee_id) ?? ''
      const resident = (indexOf.get(code) ?? 0) % 20 !== 0
      const gross = Number(row.gross)
      const day = days.get(`${code} ${row.pay_at}`) ?? { gross: 0, vat: 0, surcharge: 0 }
      // Scripts are exempt from VAT, and do not count to the day's sum.
      const exempt = row.kind === 'script'
      const vat = exempt ? 0 : vatOf(day.gross + gross) - day.vat
      const surcharge = exempt ? 0 : round(((day.vat + vat) * 35) / 1_000) - day.surcharge
      if (!exempt)
        days.set(`${code} ${row.pay_at}`, {
          gross: day.gross + gross,
          vat: day.vat + vat,
          surcharge: day.surcharge + surcharge,
        })
      const key = `${code} ${row.kind}`
      const month = months.get(key) ?? { income: 0, surcharge: 0, tax: 0, gross: 0 }
      month.income += gross - vat
      month.surcharge += surcharge
      month.gross += gross
      const total = taxOf(month.income, month.surcharge, row.kind, resident)
      const tax = total - month.tax
      month.tax = total
      months.set(key, month)
      expect(
        [Number(row.vat), Number(row.surcharge), Number(row.tax), Number(row.net)],
        `${code} ${row.id}`,
      ).toEqual([vat, surcharge, tax, gross - vat - surcharge - tax])
      const own = people.get(code) ?? { gross: 0, vat: 0, surcharge: 0, tax: 0, net: 0, count: 0 }
      own.gross += gross
      own.vat += vat
      own.surcharge += surcharge
      own.tax += tax
      own.net += gross - vat - surcharge - tax
      own.count += 1
      people.set(code, own)
    }

    // The month by person over HTTP, page by page, and its sums.
    let seen = 0
    for (let page = 1; ; page++) {
      const { data } = await world.clerk.get('/labor_tax/months/2026-11', { page, per_page: 1000 })
      for (const item of data.items) {
        const own = people.get(item.payee.code)
        expect({
          gross: fen(item.gross_yuan),
          vat: fen(item.vat_yuan),
          surcharge: fen(item.surcharge_yuan),
          tax: fen(item.tax_yuan),
          net: fen(item.net_yuan),
          count: item.count,
        }).toEqual(own)
      }
      seen += data.items.length
      if (data.items.length === 0) {
        expect(seen).toBe(people.size)
        break
      }
    }
    const total = [...people.values()].reduce(
      (sum, { tax, vat, surcharge }) => sum + tax + vat + surcharge,
      0,
    )
    const [month] = (await world.clerk.get('/labor_tax/months')).data.items
    expect(fen(month.withheld_yuan)).toBe(total)
    expect(month.count).toBe(stored.length)
  })

  test('Σ cost = Σ gross: fees that are paid, and their remittance', async () => {
    const fees = 40
    for (let n = 0; n < fees; n++) {
      const payee = await world.person({ name: `场务${n}` })
      const basis = n % 2 === 0 ? 'net' : 'gross'
      const amount = yuanOf(80_000 + pick(9_000_000))
      await world.add(payee, { pay_at: '2026-09-05', basis, amount, payment: world.payment() })
    }
    const months = (await world.clerk.get('/labor_tax/months')).data.items
    const september = months.find(({ month }: { month: string }) => month === '2026-09')
    const report = async () => (await world.admin.get('/cost_report')).data.total
    const before = await report()
    expect(fen(before.spent_yuan) + fen(before.committed_yuan)).toBe(fen(september.gross_yuan))
    const remitted = await world.admin.post('/labor_tax/remittance/pay', {
      ...{ month: '2026-09', amount: september.due_yuan, pay_at: '2026-10-15', payer: '税务局' },
      ...{ pay_channel: '3', pay_category_id: world.category },
    })
    expect(remitted.code).toBe(0)
    const after = await report()
    expect([after.spent_yuan, after.committed_yuan]).toEqual([september.gross_yuan, '0.00'])
  })
})
