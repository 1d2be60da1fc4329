import type { MergeBody, MergePreview, Payee } from '@pianzhang/contract/payees'
import { sql } from 'kysely'
import { audit, ofCompany } from '../../platform/audit/audit.ts'
import { anyOf, type Db, type Tx } from '../../platform/database/database.ts'
import { invalid } from '../../platform/http/errors.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { lastAccounts } from './last-accounts.ts'
import { loadPayees, logEntry, maskedNumber, type PayeeRow, payeeAnswers, readPayee } from './load.ts'
import { announce } from './notices.ts'
import { projectsNaming } from './projects.ts'
import type { PayeeRules } from './rule.ts'
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
  const sumOf = (counts: readonly Counts[]) =>
    Object.fromEntries(
      KINDS.map((kind) => [kind, counts.reduce((sum, one) => sum + one[kind], 0)]),
    ) as Record<Kind, number>
  const projects: MergePreview['projects'] = []
  const hidden: Counts[] = []
  for (const { id, code, name, visible } of await projectsNaming(db, context, ids)) {
    const counts = await countsOf(db, id, ids)
    if (KINDS.every((kind) => counts[kind] === 0)) continue
    if (visible) projects.push({ code, name, ...counts })
    else hidden.push(counts)
  }
  if (hidden.length > 0) projects.push({ code: null, name: '其他项目', ...sumOf(hidden) })
  const named = ({ code, name, account }: PayeeRow) => ({
    code,
    name,
    account: maskedNumber(account, 'account'),
  })
  return {
    into: named(into),
    payees: merged.map(named),
    projects,
    ...sumOf(projects),
    other_accounts: merged.some(({ account }) => account !== '' && account !== into.account),
  }
}

/** The tables whose records name payees, by what a preview calls them. */
const MOVED = {
  payments: 'payments',
  contracts: 'contracts',
  requests: 'payment_requests',
  fees: 'fees',
} as const
type Kind = keyof typeof MOVED
const KINDS = Object.keys(MOVED) as Kind[]
type Counts = Pick<MergePreview, Kind>

/** How many records of a project name one of `ids`. */
async function countsOf(db: Db, projectId: bigint, ids: readonly bigint[]): Promise<Counts> {
  const counts = KINDS.map(
    (kind) => sql`(select count(*)::int4 from ${sql.table(MOVED[kind])} t
      where t.project_id = ${projectId} and t.payee_id = ${anyOf(ids)}) as ${sql.ref(kind)}`,
  )
  const { rows } = await sql<Counts>`select ${sql.join(counts)}`.execute(db)
  return rows[0] as Counts
}

/**
 * Merges payees into one that stays as it is, but for the mark of its account: payments and contracts of all projects of the company name it from
 * now on, also of archived projects. In one transaction; the payees are locked first, so that a record which is being saved with one of them is either committed and
 * moved here, or its save finds the payee that it became. Versions of the records stay, so that open forms can be saved, but for
 * pending requests, which nobody edits and whose approver looked at the payee of before.
 */
export async function mergePayees(
  tx: Tx,
  context: PersonContext,
  rules: PayeeRules,
  { body }: Input<unknown, unknown, MergeBody>,
): Promise<Payee> {
  const { into, merged } = await mergedOf(tx, context, body, 'close')
  for (const { merging } of rules) await merging?.(tx, context, into, merged)
  const ids = merged.map(({ id }) => id)
  const names = merged.map(({ name }) => name)
  const removed = await payeeAnswers(tx, context, merged)
  const { companyId } = context
  for (const { id: projectId } of await projectsNaming(tx, context, ids)) {
    const payments = await moved(tx, projectId, rules, 'payments', ids, into.id)
    const contracts = await moved(tx, projectId, rules, 'contracts', ids, into.id)
    const requests = await moved(tx, projectId, rules, 'payment_requests', ids, into.id)
    const fees = await moved(tx, projectId, rules, 'fees', ids, into.id)
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
 * The "account changed" mark (`account_changed_at`, `_by`) of the payee that is kept, and the rows of its account history. Payments and contracts of a
 * merged payee with another account will be paid to a new one, which is what the mark warns of. Where the accounts are equal, the newest mark stays.
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
  rules: PayeeRules,
  table: (typeof MOVED)[Kind],
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
  const locked = rows.map(({ id }) => id)
  for (const { moved: after } of rules) await after?.(tx, projectId, table, locked, into)
  return rows.map((row) => row.label)
}
