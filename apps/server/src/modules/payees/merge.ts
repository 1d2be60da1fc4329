import { today } from '@pianzhang/contract/calendar'
import type { MergeBody, MergePreview, Payee } from '@pianzhang/contract/payees'
import { sql } from 'kysely'
import { audit, ofCompany } from '../../platform/audit/audit.ts'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import { invalid } from '../../platform/http/errors.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { lastAccounts } from './last-accounts.ts'
import { loadPayees, logEntry, maskedNumber, type PayeeRow, payeeAnswers, readPayee } from './load.ts'
import { announce } from './notices.ts'
import { companyProjects } from './projects.ts'
import { noteChanges } from './save.ts'

/** The kept payee and the ones that become it. Throws 422 if it is among them, 404 if one is missing. */
async function mergedOf(
  db: Db | Tx,
  context: PersonContext,
  body: MergeBody,
  lock?: 'close',
): Promise<{ into: PayeeRow; merged: PayeeRow[] }> {
  const codes = [...new Set(body.codes)]
  if (codes.includes(body.into)) throw invalid([{ field: 'codes', message: '不能与自身合并' }])
  const rows = await loadPayees(db, context, [body.into, ...codes], lock)
  return {
    into: rows.find(({ code }) => code === body.into) as PayeeRow,
    merged: rows.filter(({ code }) => code !== body.into),
  }
}

/** What a merge would move, project by project. Projects that the caller may not enter are added up, without their names. */
export async function previewMerge(
  db: Db,
  context: PersonContext,
  { body }: Input<unknown, unknown, MergeBody>,
): Promise<MergePreview> {
  const { into, merged } = await mergedOf(db, context, body)
  const ids = merged.map(({ id }) => id)
  const projects: MergePreview['projects'] = []
  const others = { code: null, name: '其他项目', payments: 0, contracts: 0 }
  for (const project of await companyProjects(db, context, today(context.now))) {
    const { rows } = await sql<{ payments: number; contracts: number }>`select
      (select count(*)::int4 from cost_executions c where c.project_id = ${project.id} and c.payee_id = ${anyOf(ids)}) as payments,
      (select count(*)::int4 from contracts k where k.project_id = ${project.id} and k.payee_id = ${anyOf(ids)}) as contracts`.execute(
      db,
    )
    const { payments = 0, contracts = 0 } = rows[0] ?? {}
    if (payments + contracts === 0) continue
    if (project.visible) projects.push({ code: project.code, name: project.name, payments, contracts })
    else {
      others.payments += payments
      others.contracts += contracts
    }
  }
  if (others.payments + others.contracts > 0) projects.push(others)
  const named = ({ code, name, account }: PayeeRow) => ({
    code,
    name,
    account: maskedNumber(account, 'account'),
  })
  return {
    into: named(into),
    payees: merged.map(named),
    projects,
    payments: projects.reduce((sum, { payments }) => sum + payments, 0),
    contracts: projects.reduce((sum, { contracts }) => sum + contracts, 0),
    other_accounts: merged.some(({ account }) => account !== '' && account !== into.account),
  }
}

/**
 * Merges payees into one that stays as it is: payments and contracts of all projects of the company name it from now on, also of archived
 * projects. In one transaction; the payees are locked first, so that a record which is being saved with one of them is either committed and
 * moved here, or its save finds the payee that it became. Versions of the records stay, so that open forms can be saved.
 */
export async function mergePayees(
  tx: Tx,
  context: PersonContext,
  { body }: Input<unknown, unknown, MergeBody>,
): Promise<Payee> {
  const { into, merged } = await mergedOf(tx, context, body, 'close')
  const ids = merged.map(({ id }) => id)
  const names = merged.map(({ name }) => name)
  const removed = await payeeAnswers(tx, context, merged)
  const { companyId } = context
  for (const { id: projectId } of await companyProjects(tx, context, today(context.now))) {
    const payments = await moved(tx, projectId, 'cost_executions', ids, into.id)
    const contracts = await moved(tx, projectId, 'contracts', ids, into.id)
    const requests = await moved(tx, projectId, 'payment_requests', ids, into.id)
    const fees = await moved(tx, projectId, 'labor_records', ids, into.id)
    if (payments.length + contracts.length + requests.length + fees.length > 0)
      await audit(tx, context, {
        action: 'update',
        resource: 'payee',
        code: into.code,
        label: into.name,
        after: {
          merged: names,
          payments,
          contracts,
          ...(requests.length > 0 && { requests }),
          ...(fees.length > 0 && { fees: fees.length }),
        },
        projectId,
      })
  }
  // Earlier merged ones follow, so that a code leads to the kept payee in one step.
  await sql`update payees set merged_into_id = ${into.id}
    where company_id = ${companyId} and (id = ${anyOf(ids)} or merged_into_id = ${anyOf(ids)})`.execute(tx)
  const { account_changed_at, account_changed_by } = await markOf(tx, context, into, merged)
  await sql`update payees set version = version + 1, updated_at = ${context.now},
      account_changed_at = ${account_changed_at}, account_changed_by = ${account_changed_by}
    where company_id = ${companyId} and id = ${into.id}`.execute(tx)
  const saved = await readPayee(tx, context, into.code)
  await audit(tx, ofCompany(context), ...removed.map((payee) => logEntry('delete', { before: payee })), {
    ...logEntry('update', { after: saved }),
    after: { merged: names },
  })
  announce(tx, context, 'update')
  return saved
}

/**
 * The mark of the kept payee, with the entries of its history: for what moves, the account of a merged payee becomes another one. If no account
 * changes by the merge, an account that was changed shortly before stays marked.
 */
async function markOf(
  tx: Tx,
  context: PersonContext,
  into: PayeeRow,
  merged: readonly PayeeRow[],
): Promise<Pick<PayeeRow, 'account_changed_at' | 'account_changed_by'>> {
  const accountsOf = await lastAccounts(tx, context.companyId, [into, ...merged])
  const own = accountsOf(into)
  const others = [...new Set(merged.flatMap(accountsOf))].filter((account) => !own.includes(account))
  await noteChanges(
    tx,
    context,
    others.map((before) => ({ payee_id: into.id, field: 'account', before, after: into.account })),
  )
  if (others.length > 0 && into.account !== '')
    return { account_changed_at: context.now, account_changed_by: context.userName }
  return [into, ...merged].reduce((newest, payee) =>
    +(payee.account_changed_at ?? 0) > +(newest.account_changed_at ?? 0) ? payee : newest,
  )
}

/** Names `into` in the records of a project that name one of `ids`; returns how people call these records. */
async function moved(
  tx: Tx,
  projectId: bigint,
  table: 'cost_executions' | 'contracts' | 'labor_records' | 'payment_requests',
  ids: readonly bigint[],
  into: bigint,
): Promise<string[]> {
  const label = table === 'contracts' ? sql`t.out_code` : sql`t.code`
  // Locked in the order of ids, as batches of records are.
  const { rows } = await sql<{
    id: bigint
    label: string
  }>`select t.id, ${label} as label from ${sql.table(table)} t
    where t.project_id = ${projectId} and t.payee_id = ${anyOf(ids)} order by t.id for no key update`.execute(
    tx,
  )
  if (rows.length > 0)
    await sql`update ${sql.table(table)} t set payee_id = ${into}
      where t.project_id = ${projectId} and t.id = ${anyOf(rows.map(({ id }) => id))}`.execute(tx)
  return rows.map((row) => row.label)
}
