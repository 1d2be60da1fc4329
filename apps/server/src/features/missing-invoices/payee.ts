import { sum, yuan } from '@pianzhang/contract/money'
import type { PayeeMissing } from '@pianzhang/contract/payees'
import { sql } from 'kysely'
import { loadPayees, type PayeeRow } from '../../base/payees/load.ts'
import { type CompanyProject, projectsNaming } from '../../base/payees/projects.ts'
import type { Db } from '../../platform/database/database.ts'
import { Failure } from '../../platform/http/errors.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { onKept } from './stored-lines.ts'

/** Rows that the page of a payee shows. */
const SHOWN = 50

/** What a payee owes invoices for, in the projects that the caller may enter. A call of its own, as it may have to wait for a refresh of what is kept. */
export async function showMissing(
  db: Db,
  context: PersonContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<PayeeMissing> {
  if (!context.features.has('missing_invoice')) throw new Failure('featureOff')
  if (!context.can('missing_invoice', 'read')) throw new Failure('forbidden')
  const [payee] = (await loadPayees(db, context, [params.code])) as [PayeeRow]
  const lacking: Lacking[] = []
  for (const project of await projectsNaming(db, context, [payee.id], ['payments']))
    if (project.visible) lacking.push(...(await lackingOf(context, project, payee.id)))
  return {
    count: lacking.reduce((all, { count }) => all + count, 0),
    lacking_yuan: yuan(sum(lacking.map(({ amount }) => amount))),
    items: lacking
      .sort((a, b) => (a.amount < b.amount ? 1 : a.amount > b.amount ? -1 : 0))
      .slice(0, SHOWN)
      .map(({ amount, ...item }) => ({ ...item, lacking_yuan: yuan(amount) })),
  }
}

interface Lacking {
  project: { code: string; name: string }
  payer: string
  count: number
  amount: bigint
}

/** By the payer's text, as the list of missing invoices has it. */
async function lackingOf(
  { services }: PersonContext,
  { id, code, name }: CompanyProject,
  payeeId: bigint,
): Promise<Lacking[]> {
  const { rows } = await onKept(services, id, (tx) =>
    sql<Omit<Lacking, 'project'>>`
      select l.payer, count(*)::int4 as count, sum(l.lacking) as amount
      from payments c
      join missing_lines l on l.project_id = ${id} and l.payment_id = c.id and l.reason > 0
      where c.project_id = ${id} and c.payee_id = ${payeeId} group by l.payer`.execute(tx),
  )
  return rows.map((row) => ({ ...row, project: { code, name } }))
}
