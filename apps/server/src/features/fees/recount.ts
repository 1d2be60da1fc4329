import { type FeeRate, type IncomeRates, isVat } from '@pianzhang/contract/fee-rates'
import { NOTHING, type TakenOfMonth, taxOfGross, vatIn } from '@pianzhang/contract/fee-rules'
import { FEE_KINDS, type FeeKind } from '@pianzhang/contract/fees'
import { labelOf } from '@pianzhang/contract/lists'
import { type Fen, sum, yuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import { monthOf } from './compute.ts'
import { feeSums } from './load.ts'
import { type Person, personsOf } from './persons.ts'
import { everyRate } from './rates.ts'

interface Project {
  id: bigint
  companyId: bigint
}

/**
 * A project's months and days whose withheld tax is not that of their sum, in words: the fees that count together are others than when they were saved. A
 * sum may fit any rates that ever held on its day, as fees keep their tax when rates are added; those that were removed are unknown.
 */
export async function wrongFees(db: Db | Tx, project: Project): Promise<string[]> {
  const rates = await everyRate(db)
  return [...(await wrongMonths(db, project, rates)), ...(await wrongDays(db, project, rates))]
}

type OfMonth = TakenOfMonth & {
  payee_id: bigint
  month: string
  kind: FeeKind
  resident: boolean
  last: string
}

async function wrongMonths(db: Db | Tx, project: Project, rates: readonly FeeRate[]): Promise<string[]> {
  const { rows } = await sql<OfMonth>`
    select r.payee_id, r.month, r.kind, r.resident, max(r.pay_at) as last, count(*)::int4 as count, ${feeSums}
    from fees r where r.project_id = ${project.id}
    group by r.payee_id, r.month, r.kind, r.resident order by r.month, r.payee_id`.execute(db)
  const months = await ofPersons(db, project, rows, ({ month }) => month)
  return months.flatMap(({ first: { month, resident }, own, name }) => {
    const what = `${monthOf(month)} ${name} `
    // Also of other kinds: a person is one or the other in a month.
    if (own.some((one) => one.resident !== resident)) return `${what}既有按居民、又有按非居民个人计税的记录`
    return [...Map.groupBy(own, ({ kind }) => kind)].flatMap(([kind, fees]) =>
      wrongMonth(`${what}${labelOf(FEE_KINDS, kind)}已扣个税`, resident ? kind : 'nonresident', fees, rates),
    )
  })
}

/** The fees of a person, a month and a kind, if their tax is not that of their sum by any of these rates, in words. */
function wrongMonth(
  what: string,
  kind: IncomeRates['kind'],
  fees: readonly OfMonth[],
  rates: readonly FeeRate[],
): string[] {
  const total = totalOf(fees)
  const missing = rates.flatMap((income) =>
    !isVat(income) && income.kind === kind && fees.some(({ last }) => income.holds_from <= last)
      ? taxOfGross(0n, { income, vat: null, surcharge: 0n, month: total, day: NOTHING })
      : [],
  )
  return missing.some(({ tax, taxable }) => tax === 0n && taxable === 0n)
    ? []
    : [difference(what, total.tax, total.tax + (missing.at(-1)?.tax ?? 0n))]
}

interface OfDay {
  payee_id: bigint
  pay_at: string
  kind: FeeKind
  last: bigint
  gross: Fen
  vat: Fen
}

/** Days on which VAT is withheld, of all projects of the company that are not deleted. A day is the project's that has the last of its fees. */
async function wrongDays(db: Db | Tx, project: Project, rates: readonly FeeRate[]): Promise<string[]> {
  const { rows: living } = await sql<{ id: bigint }>`select p.id from projects p
    where p.company_id = ${project.companyId} and p.deleted_at is null`.execute(db)
  const ids = living.map(({ id }) => id)
  if (!ids.includes(project.id)) return []
  const { rows: here } = await sql<{ payee_id: bigint; pay_at: string; last: bigint }>`
    select r.payee_id, r.pay_at, max(r.id) as last from fees r
    where r.project_id = ${project.id} and r.vat_withheld group by r.payee_id, r.pay_at`.execute(db)
  if (here.length === 0) return []
  const payees = here.map(({ payee_id }) => payee_id)
  const all = [...(await personsOf(db, project, payees)).values()].flatMap((person) => person.ids)
  const { rows } = await sql<OfDay>`
    select r.payee_id, r.pay_at, r.kind, max(r.id) as last, sum(r.gross) as gross, sum(r.vat) as vat from fees r
    where r.project_id = ${anyOf(ids)} and r.payee_id = ${anyOf([...new Set([...payees, ...all])])}
      and r.month = any(${[...new Set(here.map(({ pay_at }) => `${monthOf(pay_at)}-01`))]}::date[])
      and r.pay_at = any(${[...new Set(here.map(({ pay_at }) => pay_at))]}::date[]) and r.vat_withheld
    group by r.payee_id, r.pay_at, r.kind order by last`.execute(db)
  const own = new Set(here.map(({ last }) => last))
  const days = await ofPersons(db, project, rows, ({ pay_at }) => pay_at)
  return days.flatMap(({ first: { pay_at }, own: fees, name }) => {
    if (!own.has(fees.at(-1)?.last ?? 0n)) return []
    const vats = rates.filter(isVat).filter(({ withheld, holds_from }) => withheld && holds_from <= pay_at)
    const fits = (of: readonly OfDay[]) =>
      vats.some((rate) => vatIn(sum(of.map(({ gross }) => gross)), rate) === sum(of.map(({ vat }) => vat)))
    // Kinds with the same VAT count together, others apart.
    if (fits(fees) || [...Map.groupBy(fees, ({ kind }) => kind).values()].every(fits)) return []
    const newest = vats.at(-1)
    const gross = sum(fees.map((fee) => fee.gross))
    return difference(
      `${pay_at} ${name} 已代扣增值税`,
      sum(fees.map(({ vat }) => vat)),
      newest ? vatIn(gross, newest) : 0n,
    )
  })
}

/** The rows of each person with the same key. */
async function ofPersons<R extends { payee_id: bigint }>(
  db: Db | Tx,
  project: Project,
  rows: readonly R[],
  keyOf: (row: R) => string,
): Promise<{ first: R; own: R[]; name: string }[]> {
  const persons: ReadonlyMap<bigint, Person> = await personsOf(
    db,
    project,
    rows.map(({ payee_id }) => payee_id),
  )
  const groups = Map.groupBy(rows, (row) => `${persons.get(row.payee_id)?.key ?? row.payee_id} ${keyOf(row)}`)
  return [...groups.values()].flatMap((own) => {
    const [first] = own
    return first ? { first, own, name: persons.get(first.payee_id)?.payees[0]?.name ?? '' } : []
  })
}

const totalOf = (rows: readonly TakenOfMonth[]): TakenOfMonth => {
  const of = (name: Exclude<keyof TakenOfMonth, 'count'>) => sum(rows.map((row) => row[name]))
  return {
    count: rows.reduce((count, row) => count + row.count, 0),
    gross: of('gross'),
    vat: of('vat'),
    surcharge: of('surcharge'),
    taxable: of('taxable'),
    tax: of('tax'),
    net: of('net'),
  }
}

const difference = (what: string, kept: Fen, counted: Fen): string =>
  `${what} ${yuan(kept)} 元，按合计重算为 ${yuan(counted)} 元；请核对证件号码、项目和税率是否有变动`
