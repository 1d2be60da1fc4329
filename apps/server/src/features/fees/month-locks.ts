import { sql } from 'kysely'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import { refused } from '../../platform/http/errors.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { type Elsewhere, feesElsewhere } from './company-fees.ts'
import { monthOf } from './compute.ts'
import type { Person } from './persons.ts'

/** Of a fee, what its tax depends on, and what others' depend on. */
export interface Placed {
  id: bigint
  payee_id: bigint
  month: string
  pay_at: string
  kind: string
  vat_withheld: boolean
}

/**
 * Keeps the rates as they are until the commit: who computes or remits tax shares them (`shared`), the operator who changes them is alone, so that
 * the fees that a change counts are all that rest on the rates before.
 */
export async function lockRates(tx: Tx, shared = true): Promise<void> {
  await advisoryLock(tx, 'labor rates', shared)
}

async function advisoryLock(tx: Tx, name: string, shared: boolean): Promise<void> {
  const lock = sql.raw(shared ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
  await sql`select ${lock}(hashtextextended(${name}, 0))`.execute(tx)
}

/**
 * Keeps these months as they are until the commit, and the rates: fees may be saved by several people at once (`shared`), but not while a month is
 * remitted. First of all locks: the rates, then the months in their order.
 */
export async function lockMonths(
  tx: Tx,
  projectId: bigint,
  months: readonly string[],
  shared = true,
): Promise<void> {
  await lockRates(tx)
  for (const month of [...new Set(months)].toSorted())
    await advisoryLock(tx, `labor tax ${projectId} ${month}`, shared)
}

/** The payments with which taxes of these months (as `YYYY-MM`) were remitted. */
export async function remittedBy(
  db: Db | Tx,
  projectId: bigint,
  months: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await sql<{ month: string; code: string }>`
    select distinct r.month, c.code from fees r
    join payment_lines d on d.project_id = ${projectId} and d.id = r.remitted_line_id
    join payments c on c.project_id = ${projectId} and c.id = d.payment_id
    where r.project_id = ${projectId} and r.remitted_line_id is not null
      and r.month = any(${months.map((month) => `${month}-01`)}::date[])
    order by 1, 2`.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ month }) => monthOf(month))].map(([month, own]) => [
      month,
      own.map(({ code }) => code),
    ]),
  )
}

const remittedText = (month: string, payments: readonly string[]): string =>
  `${month} 的税款已缴纳（付款 ${payments.join('、')}），该月记录不能新增、修改或删除；如需更正，请先删除缴税付款，更正后重新登记缴税，并在自然人电子税务局办理更正申报`

/** Throws 422 for a month whose tax was remitted. */
export async function refuseRemitted(
  db: Db | Tx,
  projectId: bigint,
  months: readonly string[],
): Promise<void> {
  for (const [month, payments] of await remittedBy(db, projectId, [...new Set(months)]))
    throw refused(remittedText(month, payments))
}

/** Whether the tax of `fee` is the ground of `other`'s: later ones of person, kind and month, and of the day where VAT is withheld. */
const precedes = (fee: Placed, other: Placed): boolean =>
  other.id > fee.id &&
  monthOf(other.month) === monthOf(fee.month) &&
  (other.kind === fee.kind || (fee.vat_withheld && other.vat_withheld && other.pay_at === fee.pay_at))

const laterText = ({ pay_at }: Placed): string =>
  `该收款人当月后面还有记录（${pay_at}），其税款按当月累计计算；请先删除后面的记录，再修改或删除本条`

const elsewhereText = ({ pay_at, project }: Elsewhere): string =>
  `该收款人当日在${project === null ? '其他项目' : `项目“${project}”`}后面还有记录（${pay_at}），其增值税按当日累计计算；请先删除后面的记录，再修改或删除本条`

/** Fees of these persons in the months of `fees`. */
async function feesOf(
  db: Db | Tx,
  projectId: bigint,
  fees: readonly Pick<Placed, 'month'>[],
  persons: Iterable<Person>,
): Promise<Placed[]> {
  const ids = [...new Set([...persons].flatMap((person) => person.ids))]
  const months = [...new Set(fees.map(({ month }) => month))]
  const { rows } = await sql<Placed>`
    select r.id, r.payee_id, r.month, r.pay_at, r.kind, r.vat_withheld from fees r
    where r.project_id = ${projectId} and r.payee_id = ${anyOf(ids)} and r.month = any(${months}::date[])`.execute(
    db,
  )
  return rows
}

/**
 * Why a later fee, whose tax rests on it, locks each of these fees, in words; absent: there is none. `ignored`: fees that are deleted together with them.
 */
export async function laterFees(
  db: Db | Tx,
  context: ProjectContext,
  fees: readonly Placed[],
  persons: ReadonlyMap<bigint, Person>,
  ignored: ReadonlySet<bigint> = new Set(),
): Promise<ReadonlyMap<bigint, string>> {
  if (fees.length === 0) return new Map()
  const all = await feesOf(db, context.project.id, fees, persons.values())
  const withVat = fees.filter(({ vat_withheld }) => vat_withheld)
  const elsewhere = await feesElsewhere(
    db,
    context,
    [...new Set(withVat.flatMap(({ payee_id }) => persons.get(payee_id)?.ids ?? []))],
    [...new Set(withVat.map(({ pay_at }) => pay_at))],
  )
  const keyOf = ({ payee_id }: { payee_id: bigint }) => persons.get(payee_id)?.key
  const here = Map.groupBy(all, keyOf)
  const there = Map.groupBy(elsewhere, keyOf)
  const later = new Map<bigint, string>()
  for (const fee of fees) {
    const key = keyOf(fee)
    const other = here.get(key)?.find((one) => !ignored.has(one.id) && precedes(fee, one))
    const another =
      fee.vat_withheld && there.get(key)?.find((one) => one.id > fee.id && one.pay_at === fee.pay_at)
    if (other) later.set(fee.id, laterText(other))
    else if (another) later.set(fee.id, elsewhereText(another))
  }
  return later
}

/** Why each of these fees cannot be changed, in words; absent: it can. */
export async function lockedTexts(
  db: Db | Tx,
  context: ProjectContext,
  fees: readonly Placed[],
  persons: ReadonlyMap<bigint, Person>,
): Promise<ReadonlyMap<bigint, string>> {
  if (fees.length === 0) return new Map()
  const months = [...new Set(fees.map(({ month }) => monthOf(month)))]
  const remitted = await remittedBy(db, context.project.id, months)
  const later = await laterFees(db, context, fees, persons)
  const texts = new Map<bigint, string>()
  for (const fee of fees) {
    const payments = remitted.get(monthOf(fee.month))
    const other = later.get(fee.id)
    if (payments) texts.set(fee.id, remittedText(monthOf(fee.month), payments))
    else if (other !== undefined) texts.set(fee.id, other)
  }
  return texts
}
