import { personKey } from '@pianzhang/contract/labor-person'
import { sql } from 'kysely'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { invalid } from '../../platform/http/errors.ts'
import type { PersonContext } from '../../platform/http/route.ts'
import { monthOf } from './compute.ts'
import { projectsOf } from './elsewhere.ts'
import { type Numbered, payeesNumbered, personKeyOf } from './persons.ts'

/**
 * Throws 422 if payees that are merged are not one person yet, and their fees would have been taxed together: those of a month in a project, and of a
 * day where VAT is withheld. The payees are locked. Without the feature nothing is read.
 */
export async function refuseMerged(
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
  )
}

/** Throws 422 likewise if a payee, which is locked, gets the ID number of others. These are locked until the commit, so that none gets a fee meanwhile. */
export async function refuseNumber(
  tx: Tx,
  context: PersonContext,
  { id, id_number: before }: Numbered,
  number: string,
): Promise<void> {
  const key = personKey(number)
  if (!context.features.has('labor_tax') || number === '' || key === personKey(before)) return
  // Of two payees that get the number at once the second finds the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`person ${context.companyId} ${key}`}, 0))`.execute(
    tx,
  )
  const others = (await payeesNumbered(tx, context, number, true)).filter((other) => other.id !== id)
  await refuseTogether(tx, context, 'id_number', [[id], others.map((other) => other.id)])
}

async function refuseTogether(
  tx: Tx,
  context: PersonContext,
  field: string,
  persons: readonly (readonly bigint[])[],
): Promise<void> {
  if (persons.filter((ids) => ids.length > 0).length < 2) return
  const personOf = new Map(persons.flatMap((ids, person) => ids.map((id) => [id, person] as const)))
  // Whose fees of a day with VAT were met, in all projects.
  const ofDay = new Map<string, number | undefined>()
  for (const project of await projectsOf(tx, context)) {
    const { rows } = await sql<{ payee_id: bigint; month: string; vat_day: string | null }>`
      select distinct r.payee_id, r.month, case when r.vat_withheld then r.pay_at end as vat_day from labor_records r
      where r.project_id = ${project.id} and r.payee_id = ${anyOf([...personOf.keys()])} order by 2, 3`.execute(
      tx,
    )
    const ofMonth = new Map<string, number | undefined>()
    for (const { payee_id, month, vat_day } of rows) {
      const person = personOf.get(payee_id)
      const place = project.visible ? `项目“${project.name}”` : '其他项目'
      if (ofMonth.has(month) && ofMonth.get(month) !== person)
        throw invalid([
          {
            field,
            message: `两个收款人在${monthOf(month)}都有劳务报酬（${place}），应合并为一次计税，请先删除或更正其中一方的记录`,
          },
        ])
      ofMonth.set(month, person)
      if (vat_day === null) continue
      if (ofDay.has(vat_day) && ofDay.get(vat_day) !== person)
        throw invalid([
          {
            field,
            message: `两个收款人在${vat_day}都有劳务报酬，其增值税应合并计算，请先删除或更正其中一方的记录`,
          },
        ])
      ofDay.set(vat_day, person)
    }
  }
}
