import { sql } from 'kysely'
import type { PayeeRule } from '../../base/payees/rule.ts'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { invalid } from '../../platform/http/errors.ts'
import type { PersonContext } from '../../platform/http/route.ts'
import { projectsOf } from './company-fees.ts'
import { monthOf } from './compute.ts'
import { lockNumbers, type Numbered, type Payee, payeesNumbered, personKeyOf, untaxable } from './persons.ts'

/** What fees demand of their payees. */
export const FEES_OF_PAYEES: PayeeRule = {
  async updating(tx, context, payee, named) {
    await refuseNumber(tx, context, payee, named)
    // Of an older payee without a number the other fields can be saved.
    const cause = (['kind', 'id_number', 'id_type'] as const).find((name) => named[name] !== payee[name])
    if (cause) await refuseUntaxable(tx, context, cause, [payee.id], named)
  },
  async merging(tx, context, into, merged) {
    await refuseMerged(tx, context, into, merged)
    const ids = merged.map(({ id }) => id)
    await refuseUntaxable(tx, context, 'into', ids, into)
  },
}

/** How two persons with fees of one month or day relate, in words. */
interface Words {
  month: string
  day: string
}
const JOINED: Words = { month: '应合并为一次计税', day: '其增值税应合并计算' }
const PARTED: Words = { month: '已合并为一次计税', day: '其增值税已合并计算' }

/**
 * Throws 422 if a merge changes which fees count as one person's: if payees of different ID numbers become one, and both have fees of a month in a project
 * or, where VAT is withheld, of a day; and if a payee leaves others of its ID number, and both have such fees. The payees are locked, which a save of a fee
 * waits for, also of a fee of the others of their numbers. Without the feature nothing is read.
 */
async function refuseMerged(
  tx: Tx,
  context: PersonContext,
  into: Numbered,
  merged: readonly Numbered[],
): Promise<void> {
  if (!context.features.has('labor_tax')) return
  const others = await payeesNumbered(tx, context, into.id_number)
  const persons = Map.groupBy([...others, into, ...merged], personKeyOf)
  await refuseTogether(
    tx,
    context,
    'codes',
    [...persons.values()].map((payees) => payees.map(({ id }) => id)),
    JOINED,
  )
  const parting = merged.filter((payee) => personKeyOf(payee) !== personKeyOf(into))
  for (const payees of Map.groupBy(parting, personKeyOf).values())
    await refuseParted(tx, context, 'codes', payees)
}

/** Throws 422 if payees of one ID number, which are locked, leave others of it, and both have fees of a month or VAT day: these were taxed as one person's. */
async function refuseParted(
  tx: Tx,
  context: PersonContext,
  field: string,
  payees: readonly Numbered[],
): Promise<void> {
  const ids = payees.map(({ id }) => id)
  const [first] = payees
  if (!first) return
  const others = await personNumbered(tx, context, first)
  const left = others.map(({ id }) => id).filter((id) => !ids.includes(id))
  await refuseTogether(tx, context, field, [ids, left], PARTED)
}

/** The stored payees who are the same person as this one. */
const personNumbered = async (tx: Tx, context: PersonContext, payee: Numbered): Promise<Numbered[]> =>
  (await payeesNumbered(tx, context, payee.id_number)).filter(
    (other) => personKeyOf(other) === personKeyOf(payee),
  )

/**
 * Throws 422 for the same reasons if a payee, which is locked, becomes `named`, with another ID number, none, or another type by which the number fits or
 * does not. Until the commit no payee that has the new number gets a fee, and no other payee the number.
 */
async function refuseNumber(tx: Tx, context: PersonContext, payee: Numbered, named: Numbered): Promise<void> {
  if (!context.features.has('labor_tax') || personKeyOf(named) === personKeyOf(payee)) return
  await refuseParted(tx, context, 'id_number', [payee])
  if (named.id_number === '') return
  await lockNumbers(tx, context, [named.id_number], false)
  const others = (await personNumbered(tx, context, named)).filter(({ id }) => id !== payee.id)
  await refuseTogether(tx, context, 'id_number', [[payee.id], others.map(({ id }) => id)], JOINED)
}

/**
 * Throws 422 if one of these payees, which are locked, has fees, and `named`, the payee that these fees will name, is no person or lacks an ID number: the
 * tax declaration needs both. Without the feature nothing is read.
 */
async function refuseUntaxable(
  tx: Tx,
  context: PersonContext,
  field: string,
  ids: readonly bigint[],
  named: Payee,
): Promise<void> {
  const fault = context.features.has('labor_tax') ? untaxable(named) : undefined
  if (fault === undefined) return
  const projects = await projectsOf(tx, context)
  const { rows } = await sql<{ project_id: bigint }>`select r.project_id from fees r
    where r.project_id = ${anyOf(projects.map(({ id }) => id))} and r.payee_id = ${anyOf(ids)}
    order by r.project_id limit 1`.execute(tx)
  const project = projects.find(({ id }) => id === rows[0]?.project_id)
  if (project) throw invalid([{ field, message: `已有劳务报酬记录（${placeOf(project)}），${fault}` }])
}

/** A project in a message to somebody who may not enter it. */
const placeOf = ({ visible, name }: { visible: boolean; name: string }): string =>
  visible ? `项目“${name}”` : '其他项目'

async function refuseTogether(
  tx: Tx,
  context: PersonContext,
  field: string,
  persons: readonly (readonly bigint[])[],
  words: Words,
): Promise<void> {
  if (persons.filter((ids) => ids.length > 0).length < 2) return
  const personOf = new Map(persons.flatMap((ids, person) => ids.map((id) => [id, person] as const)))
  // Whose fees of a day with VAT were met, in all projects.
  const ofDay = new Map<string, number | undefined>()
  const projects = new Map((await projectsOf(tx, context)).map((project) => [project.id, project]))
  const { rows } = await sql<{ project_id: bigint; payee_id: bigint; month: string; vat_day: string | null }>`
    select distinct r.project_id, r.payee_id, r.month, case when r.vat_withheld then r.pay_at end as vat_day from fees r
    where r.project_id = ${anyOf([...projects.keys()])} and r.payee_id = ${anyOf([...personOf.keys()])} order by 1, 3, 4`.execute(
    tx,
  )
  // Whose fees of a month were met, in each project.
  const ofMonth = new Map<string, number | undefined>()
  for (const { project_id, payee_id, month, vat_day } of rows) {
    const person = personOf.get(payee_id)
    const project = projects.get(project_id)
    const inProject = `${project_id} ${month}`
    if (project && ofMonth.has(inProject) && ofMonth.get(inProject) !== person)
      throw invalid([
        {
          field,
          message: `两个收款人在${monthOf(month)}都有劳务报酬（${placeOf(project)}），${words.month}，请先删除或更正其中一方的记录`,
        },
      ])
    ofMonth.set(inProject, person)
    if (vat_day === null) continue
    if (ofDay.has(vat_day) && ofDay.get(vat_day) !== person)
      throw invalid([
        {
          field,
          message: `两个收款人在${vat_day}都有劳务报酬，${words.day}，请先删除或更正其中一方的记录`,
        },
      ])
    ofDay.set(vat_day, person)
  }
}
