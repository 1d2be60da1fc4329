import { yuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import { amountOf, excessOf, worthOf } from '../../base/invoices/allocate.ts'
import { numberKey } from '../../base/invoices/keys.ts'
import { LEDGERS } from '../../ledgers.ts'
import type { Tx } from '../../platform/database/database.ts'
import { nounOf } from '../../platform/ledger.ts'
import type { CheckedProject, Report } from './report.ts'

/** The table that a column of a project table refers to, by the column's name. */
export const TARGETS: Readonly<Record<string, string>> = {
  attachment_id: 'attachments',
  batch_id: 'transfer_batches',
  contract_id: 'contracts',
  payment_id: 'payments',
  line_id: 'payment_lines',
  from_id: 'subjects',
  import_id: 'imports',
  instalment_id: 'contract_instalments',
  petty_cash_id: 'petty_cash',
  investment_category_id: 'investment_types',
  invoice_id: 'invoices',
  main_id: 'contracts',
  one_id: 'subjects',
  parent_id: 'subjects',
  pay_category_id: 'payment_types',
  remitted_line_id: 'payment_lines',
  report_id: 'cost_reports',
  request_id: 'payment_requests',
  subject_id: 'subjects',
  to_id: 'subjects',
  two_id: 'subjects',
  version_id: 'budget_versions',
  write_off_id: 'write_offs',
}
/** Columns named `…_id` that are no references to check: the project itself, an upload token, and a project that may have been purged. */
export const NO_REFERENCE = ['project_id', 'token_id', 'twin_project_id']
/** Columns that refer to a person, and what the person is to the row. */
export const PEOPLE: Readonly<Record<string, string>> = {
  creator_id: '创建人',
  deputy_id: '代理人',
  for_id: '被代理人',
  issuer_id: '出具人',
  unlocker_id: '解锁人',
  user_id: '操作人',
  voider_id: '作废人',
}
/** The column of records that name a payee of their company. */
export const PAYEE = 'payee_id'
/** Tables of kept sums: after a contract is deleted its sum stays there, as 0. */
const KEPT = [
  'commitment_changes',
  'commitment_totals',
  'contract_commitments',
  'contract_subject_totals',
  'contract_totals',
  'instalment_changes',
  'instalment_days',
  'instalment_rests',
  'missing_changes',
  'missing_days',
  'missing_lines',
  'missing_payers',
  'project_totals',
  'sum_changes',
]

const TITLES: Readonly<Record<string, string>> = {
  attachments: '附件',
  imports: '批量新增',
  ...Object.fromEntries(
    LEDGERS.flatMap((ledger) => [[ledger.table, nounOf(ledger)], ...Object.entries(ledger.parts)]),
  ),
}
/** Parts without a code are named by the record that they belong to. */
const labelOf = (table: string): string =>
  NAMED[table] ??
  LEDGERS.flatMap(({ subjects }) => subjects).find((one) => one.table === table)?.record ??
  'code'
const NAMED: Readonly<Record<string, string>> = { cost_estimates: 'subject_id', budget_moves: 'code' }
const titleOf = (table: string): string => TITLES[table] ?? table

/** A column of a project table whose name ends in `_id`; `label`: the column that names the row. */
export interface Reference {
  table: string
  column: string
  label: string
}

/** From the catalogue, so that the tables of a new ledger are checked without being listed. */
export async function loadReferences(tx: Tx): Promise<Reference[]> {
  const { rows } = await sql<Reference & { has_code: boolean; first: string | null }>`
    select c.relname::text as table, a.attname::text as column,
      exists (select from pg_attribute k where k.attrelid = c.oid and k.attname = 'code' and not k.attisdropped) as has_code,
      coalesce((select k.attname::text from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary and k.attname <> 'project_id' order by k.attnum limit 1), 'project_id') as first
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname like '%\\_id'
      and c.relname <> 'project_members' and c.relname <> all(${KEPT})
      and exists (select from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary and k.attname = 'project_id')
    order by 1, 2`.execute(tx)
  return rows
    .filter(({ column }) => !NO_REFERENCE.includes(column))
    .map(({ table, column, has_code, first }) => ({
      table,
      column,
      // A table with one row for each project is named by the reference itself.
      label: has_code ? 'code' : (first ?? column),
    }))
}

/** Reports rows that refer to a missing row. Not every reference has a foreign key: triggers check some, and Citus allows none from a distributed table to a local one. */
export async function checkReferences(
  tx: Tx,
  project: CheckedProject,
  references: readonly Reference[],
  companyOfUser: ReadonlyMap<bigint, bigint>,
  report: Report,
): Promise<void> {
  for (const { table, column, label } of references) {
    if (column in PEOPLE)
      report.add('references', project, await wrongPeople(tx, project, { table, column }, companyOfUser))
    if (column === PAYEE) report.add('references', project, await lostPayees(tx, project, table))
    const target = TARGETS[column]
    if (!target) continue
    const { rows } = await sql<{ record: string; id: bigint }>`
      select t.${sql.ref(label)}::text as record, t.${sql.ref(column)} as id from ${sql.table(table)} t
      where t.project_id = ${project.id} and t.${sql.ref(column)} is not null and not exists (
        select 1 from ${sql.table(target)} r where r.project_id = ${project.id} and r.id = t.${sql.ref(column)})
      order by 1 limit 1000`.execute(tx)
    report.add(
      'references',
      project,
      rows.map(
        ({ record, id }) => `${titleOf(table)} ${record} 引用的${titleOf(target)}不存在（${column} ${id}）`,
      ),
    )
  }
  report.add('references', project, [
    ...(await wrongSubjects(tx, project.id)),
    ...(await wrongWriteOffs(tx, project.id)),
    ...(await lostFiles(tx, project.id)),
    ...(await wrongInvoices(tx, project)),
  ])
}

/** Two statements, as payees are of the company and these records of the project. */
async function lostPayees(tx: Tx, { id, companyId }: CheckedProject, table: string): Promise<string[]> {
  const { rows: named } = await sql<{ payee: bigint; count: number }>`
    select t.payee_id as payee, count(*)::int4 as count from ${sql.table(table)} t
    where t.project_id = ${id} and t.payee_id is not null group by 1 order by 1`.execute(tx)
  const { rows: there } = await sql<{ id: bigint }>`
    select p.id from payees p where p.company_id = ${companyId} and p.merged_into_id is null
    and p.id = any(${named.map(({ payee }) => payee)}::bigint[])`.execute(tx)
  const found = new Set(there.map((row) => row.id))
  return named
    .filter(({ payee }) => !found.has(payee))
    .map(
      ({ payee, count }) => `${count} 条${titleOf(table)}的收款人不存在或不属于本公司（收款人 id ${payee}）`,
    )
}

async function wrongPeople(
  tx: Tx,
  project: CheckedProject,
  { table, column }: Pick<Reference, 'table' | 'column'>,
  companyOfUser: ReadonlyMap<bigint, bigint>,
): Promise<string[]> {
  const { rows } = await sql<{ id: bigint; count: number }>`
    select t.${sql.ref(column)} as id, count(*)::int4 as count from ${sql.table(table)} t
    where t.project_id = ${project.id} and t.${sql.ref(column)} is not null group by 1`.execute(tx)
  return rows
    .filter(({ id }) => companyOfUser.get(id) !== project.companyId)
    .map(
      ({ id, count }) =>
        `${count} 条${titleOf(table)}的${PEOPLE[column]}不存在或不属于本公司（账号 id ${id}）`,
    )
}

/** Levels of subjects, and records booked on a subject that is not of the third level. */
async function wrongSubjects(tx: Tx, project: bigint): Promise<string[]> {
  const { rows } = await sql<{ out_code: string }>`
    select s.out_code from subjects s
    left join subjects up on up.project_id = ${project} and up.id = s.parent_id
    where s.project_id = ${project} and not case s.category
      when 0 then s.one_id = s.id and s.two_id is null
      when 1 then up.category = 0 and s.one_id = up.id and s.two_id = s.id
      else up.category = 1 and s.two_id = up.id and s.one_id = up.parent_id end is true
    order by 1`.execute(tx)
  const texts = rows.map(({ out_code }) => `科目 ${out_code} 的上级科目不正确`)
  for (const { table, column = 'subject_id' } of LEDGERS.flatMap(({ subjects }) => subjects)) {
    const { rows: booked } = await sql<{ code: string; out_code: string }>`
      select t.${sql.ref(labelOf(table))}::text as code, s.out_code from ${sql.table(table)} t
      join subjects s on s.project_id = ${project} and s.id = t.${sql.ref(column)}
      where t.project_id = ${project} and s.category <> 2 order by 1`.execute(tx)
    texts.push(
      ...booked.map(({ code, out_code }) => `${titleOf(table)} ${code} 的科目 ${out_code} 不是三级科目`),
    )
  }
  return texts
}

/** Reports details of petty cash that are written off without a payment of the same amount, or have one without being written off. */
async function wrongWriteOffs(tx: Tx, project: bigint): Promise<string[]> {
  const { rows } = await sql<{ code: string; open: boolean; posted: boolean }>`
    select i.code, i.write_off_id is null as open, p.petty_cash_id is not null as posted
    from petty_cash i
    left join petty_cash_payments p on p.project_id = ${project} and p.petty_cash_id = i.id
    left join payments c on c.project_id = ${project} and c.id = p.payment_id
    where i.project_id = ${project} and ((i.write_off_id is null) = (p.petty_cash_id is not null) or c.pay_amount <> i.pay_amount)
    order by 1`.execute(tx)
  return rows.map(({ code, open, posted }) =>
    open === posted
      ? `备用金 ${code} ${open ? '未核销，却有核销生成的付款' : '已核销，却没有核销生成的付款'}`
      : `备用金 ${code} 的金额与核销生成的付款不一致`,
  )
}

/** Attachments that records use, but whose file was removed. */
async function lostFiles(tx: Tx, project: bigint): Promise<string[]> {
  const { rows } = await sql<{ code: string; file_name: string }>`
    select a.code, a.file_name from attachments a
    where a.project_id = ${project} and a.storage_key = '' and not exists (
      select 1 from imports i where i.project_id = ${project} and i.attachment_id = a.id)
    order by 1`.execute(tx)
  return rows.map(({ code, file_name }) => `附件 ${code}（${file_name}）的文件已被清除`)
}

/** The keys that make invoices unique in the company, against the invoices, and invoices that lines use. */
async function wrongInvoices(tx: Tx, project: CheckedProject): Promise<string[]> {
  const invoices = await tx
    .selectFrom('invoices')
    .select(['id', 'code', 'status', 'voided_at', 'invoice_type', 'invoice_code', 'invoice_number'])
    .select(['total_amount', 'amount_without_tax', 'tax_amount'])
    .where('project_id', '=', project.id)
    .orderBy('id')
    .execute()
  const keys = await tx
    .selectFrom('invoice_keys')
    .select(['key', 'invoice_code', 'company_id'])
    .where('project_id', '=', project.id)
    .orderBy('key')
    .execute()
  const PASSED = 0
  const FAILED = 1
  const byCode = new Map(invoices.map((invoice) => [invoice.code, invoice]))
  const owned = new Set(keys.map(({ key, invoice_code }) => `${invoice_code} ${key}`))
  const { rows: used } = await sql<{ id: bigint; code: string; amount: bigint }>`
    select u.invoice_id as id, d.code, u.amount from invoice_uses u
    join payment_lines d on d.project_id = ${project.id} and d.id = u.line_id
    where u.project_id = ${project.id} order by 2`.execute(tx)
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]))
  const usesOf = Map.groupBy(used, ({ id }) => id)
  return [
    ...keys
      .filter(({ invoice_code, company_id }) => {
        const invoice = byCode.get(invoice_code)
        return (
          !invoice ||
          invoice.status === FAILED ||
          invoice.voided_at !== null ||
          company_id !== project.companyId
        )
      })
      .map(({ invoice_code }) => `发票号码的唯一登记没有对应的有效发票（发票 ${invoice_code}）`),
    ...invoices
      .filter((invoice) => {
        const key = numberKey(invoice)
        return (
          invoice.status === PASSED &&
          invoice.voided_at === null &&
          key !== null &&
          !owned.has(`${invoice.code} ${key}`)
        )
      })
      .map(({ code, invoice_number }) => `发票 ${code}（号码 ${invoice_number}）没有唯一登记，可能重复报销`),
    ...used
      .filter(({ id }) => byId.has(id) && byId.get(id)?.status !== PASSED)
      .map(({ code, id }) => `付款明细 ${code} 关联的发票 ${byId.get(id)?.code} 未通过查验`),
    ...used
      .filter(({ id }) => (byId.get(id)?.voided_at ?? null) !== null)
      .map(({ code, id }) => `付款明细 ${code} 关联的发票 ${byId.get(id)?.code} 已作废`),
    ...invoices.flatMap(({ id, code, invoice_number, ...invoice }) => {
      const excess = excessOf(amountOf(usesOf.get(id) ?? []), worthOf(invoice))
      return excess > 0n
        ? `发票 ${code}（号码 ${invoice_number}）被付款明细使用的金额超出 ${yuan(excess)} 元`
        : []
    }),
  ]
}
