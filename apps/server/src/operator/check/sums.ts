import { NO_VOUCHER_CATEGORY, VOUCHER_CATEGORIES } from '@pianzhang/contract/lists'
import { yuan } from '@pianzhang/contract/money'
import { type RawBuilder, sql } from 'kysely'
import { hasWrongCommitments } from '../../base/contracts/commitments.ts'
import { hasWrongMissing } from '../../features/missing-invoices/stored-lines.ts'
import { hasWrongRests } from '../../features/payables/stored-instalments.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { CheckedProject, Report } from './report.ts'

/** A row of `project_sums`: a sum that triggers add to with each write. */
export interface Sum {
  dimension: string
  key: bigint
  payer: string
  voucher_category: number
  /** Fen. */
  amount: bigint
  /** The number of payments, or of petty cash details. */
  entries: bigint
}

/** The sums that triggers keep. */
export const keptSums = (project: bigint): RawBuilder<Sum> => sql`
  select dimension, key, payer, voucher_category, sum(amount) as amount, sum(entries) as entries
  from project_sums where project_id = ${project}
  group by 1, 2, 3, 4 having sum(amount) <> 0 or sum(entries) <> 0 order by 1, 2, 3, 4`

/** The same sums, computed from the payments, the details of petty cash and the lines of the cost budget. */
export const recountedSums = (project: bigint): RawBuilder<Sum> => sql`
  with line as (
    select d.subject_id, coalesce(d.pay_category_id, 0) as category, d.contract_id, v.voucher, d.pay_amount, c.payer
    from payment_lines d join payments c on c.project_id = ${project} and c.id = d.payment_id
    cross join lateral (values (coalesce(d.voucher_category, 0)), (-1)) v (voucher)
    where d.project_id = ${project}),
  detail as (
    select e.subject_id, e.payer, v.voucher, e.pay_amount, e.write_off_id
    from petty_cash e cross join lateral (values (coalesce(e.voucher_category, 0)), (-1)) v (voucher)
    where e.project_id = ${project}),
  part as (
    select 'subject' as dimension, subject_id as key, '' as payer, voucher, pay_amount as amount, 0 as entries from line
    union all select 'payment_type', category, '', voucher, pay_amount, 0 from line
    union all select 'payer', 0, payer, voucher, pay_amount, 0 from line
    union all select 'contract', contract_id, '', -1, pay_amount, 0 from line where contract_id is not null and voucher = -1
    union all select 'payments', 0, '', -1, 0, 1 from payments where project_id = ${project}
    union all select 'petty_cash', 0, '', voucher, pay_amount, 1 from detail
    union all select 'petty_cash_subject', subject_id, '', voucher, pay_amount, 0 from detail
    union all select 'petty_cash_payer', 0, payer, voucher, pay_amount, 0 from detail
    union all select 'petty_cash_open', subject_id, '', -1, pay_amount, 0 from detail where voucher = -1 and write_off_id is null
    union all select 'cost_budget', subject_id, '', -1, amount, 0 from cost_budgets where project_id = ${project})
  select dimension, key, payer, voucher as voucher_category, sum(amount) as amount, sum(entries)::numeric as entries
  from part group by 1, 2, 3, 4 having sum(amount) <> 0 or sum(entries) <> 0 order by 1, 2, 3, 4`

/** What was paid on a contract on a subject, as it is kept and as its lines have it, in fen; and what its contract has in all. */
interface WrongShare {
  contract_id: bigint
  subject_id: bigint
  kept_amount: bigint
  amount: bigint
}

/** The kept sums by contract and subject that differ from the lines. */
export async function wrongShares(db: Db | Tx, project: bigint): Promise<WrongShare[]> {
  const { rows } = await sql<WrongShare>`
    with kept as (
      select s.contract_id, s.subject_id, sum(s.amount) as amount from (
        select t.contract_id, t.subject_id, t.amount from contract_subject_totals t where t.project_id = ${project}
        union all
        select c.key, c.subject_id, c.amount from sum_changes c
        where c.project_id = ${project} and c.dimension = 'contract' and c.subject_id <> 0) s
      group by 1, 2),
    counted as (
      select d.contract_id, d.subject_id, sum(d.pay_amount) as amount from payment_lines d
      where d.project_id = ${project} and d.contract_id is not null group by 1, 2)
    select coalesce(k.contract_id, c.contract_id) as contract_id, coalesce(k.subject_id, c.subject_id) as subject_id,
      coalesce(k.amount, 0) as kept_amount, coalesce(c.amount, 0) as amount
    from kept k full join counted c on c.contract_id = k.contract_id and c.subject_id = k.subject_id
    where coalesce(k.amount, 0) <> coalesce(c.amount, 0) order by 1, 2`.execute(db)
  return rows
}

export interface WrongSum extends Sum {
  kept_amount: bigint
  kept_entries: bigint
}

/** The sums that differ from the recount. One statement, so one snapshot at every isolation level: nobody need stop writing. */
export async function wrongSums(db: Db | Tx, project: bigint): Promise<WrongSum[]> {
  const { rows } = await sql<WrongSum>`
    with kept as (${keptSums(project)}), counted as (${recountedSums(project)})
    select coalesce(k.dimension, c.dimension) as dimension, coalesce(k.key, c.key) as key, coalesce(k.payer, c.payer) as payer,
      coalesce(k.voucher_category, c.voucher_category)::int4 as voucher_category,
      coalesce(k.amount, 0) as kept_amount, coalesce(c.amount, 0) as amount,
      coalesce(k.entries, 0) as kept_entries, coalesce(c.entries, 0) as entries
    from kept k full join counted c
      on c.dimension = k.dimension and c.key = k.key and c.payer = k.payer and c.voucher_category = k.voucher_category
    where k.amount is distinct from c.amount or k.entries is distinct from c.entries
    order by 1, 2, 3, 4`.execute(db)
  return rows
}

/** A payment whose stored amount or positions do not match its lines. `lines`: the number of lines. */
interface WrongPayment {
  id: bigint
  code: string
  pay_amount: bigint
  amount: bigint
  lines: number
  numbered: boolean
}

export async function wrongPayments(db: Db | Tx, project: bigint): Promise<WrongPayment[]> {
  const { rows } = await sql<WrongPayment>`
    select c.id, c.code, c.pay_amount, coalesce(l.amount, 0) as amount, coalesce(l.lines, 0)::int4 as lines,
      coalesce(l.numbered, true) as numbered
    from payments c left join (
      select d.payment_id, sum(d.pay_amount) as amount, count(*) as lines,
        min(d.position) = 1 and max(d.position) = count(*) and count(distinct d.position) = count(*) as numbered
      from payment_lines d where d.project_id = ${project} group by d.payment_id) l
      on l.payment_id = c.id
    where c.project_id = ${project} and (l.lines is null or c.pay_amount <> l.amount or not l.numbered)
    order by c.id`.execute(db)
  return rows
}

/** Compares the kept sums, and the amounts of the payments, with their lines. */
export async function checkSums(tx: Tx, project: CheckedProject, report: Report): Promise<void> {
  const wrong = await wrongSums(tx, project.id)
  const nameOf = await namesOf(tx, project.id, wrong)
  const texts = wrong.map((sum) => `${nameOf(sum)}：${difference(sum)}`)
  const shares = await wrongShares(tx, project.id)
  const ofShare = await namesOf(
    tx,
    project.id,
    shares.flatMap(({ contract_id, subject_id }) => [
      keyed('contract', contract_id),
      keyed('subject', subject_id),
    ]),
  )
  for (const { contract_id, subject_id, kept_amount, amount } of shares)
    texts.push(
      `${ofShare(keyed('contract', contract_id))}，${ofShare(keyed('subject', subject_id))}：保存的合计为 ${yuan(kept_amount)} 元，重算为 ${yuan(amount)} 元`,
    )
  if (await hasWrongCommitments(tx, project.id)) texts.push('合同未付金额按科目的合计与重算不一致')
  if (await hasWrongRests(tx, project.id)) texts.push('付款计划的待付金额与重算不一致')
  if (await hasWrongMissing(tx, project.id)) texts.push('欠票明细或其合计与重算不一致')
  const payments = await wrongPayments(tx, project.id)
  for (const { code, lines, pay_amount, amount, numbered } of payments) {
    if (lines === 0) texts.push(`付款 ${code} 没有明细`)
    else if (pay_amount !== amount)
      texts.push(`付款 ${code} 的金额为 ${yuan(pay_amount)} 元，明细合计为 ${yuan(amount)} 元`)
    if (!numbered) texts.push(`付款 ${code} 的明细序号不连续`)
  }
  report.add('sums', project, texts)
}

/** A sum that only names its dimension and key. */
const keyed = (dimension: string, key: bigint): Sum => ({
  dimension,
  key,
  payer: '',
  voucher_category: -1,
  amount: 0n,
  entries: 0n,
})

const difference = ({ kept_amount, amount, kept_entries, entries }: WrongSum): string =>
  [
    ...(kept_amount === amount ? [] : [`保存的合计为 ${yuan(kept_amount)} 元，重算为 ${yuan(amount)} 元`]),
    ...(kept_entries === entries ? [] : [`保存的笔数为 ${kept_entries}，重算为 ${entries}`]),
  ].join('；')

const VOUCHERS = new Map<string, string>(
  [NO_VOUCHER_CATEGORY, ...VOUCHER_CATEGORIES].map(({ code, label }) => [code, label]),
)

/** Returns a function that names a sum by the numbers and names that people know. */
async function namesOf(tx: Tx, project: bigint, sums: readonly Sum[]): Promise<(sum: Sum) => string> {
  if (sums.length === 0) return () => ''
  const ids = sums.map(({ key }) => key)
  const named = async (columns: RawBuilder<unknown>) =>
    new Map(
      (
        await sql<{ id: bigint; name: string }>`select ${columns} where project_id = ${project}
          and id = any(${ids})`.execute(tx)
      ).rows.map(({ id, name }) => [id, name]),
    )
  const subjects = await named(sql`id, out_code as name from subjects`)
  const types = await named(sql`id, name from payment_types`)
  const contracts = await named(sql`id, out_code as name from contracts`)
  const subject = ({ key }: Sum) => `科目 ${subjects.get(key) ?? key}`
  const WORDS: Record<string, (sum: Sum) => string> = {
    subject: (sum) => `付款，${subject(sum)}`,
    payment_type: ({ key }) => `付款，付款类型 ${key === 0n ? '备用金核销' : (types.get(key) ?? key)}`,
    payer: ({ payer }) => `付款，付款方 ${payer}`,
    contract: ({ key }) => `合同 ${contracts.get(key) ?? key} 的已付金额`,
    payments: () => '付款笔数',
    petty_cash: () => '备用金',
    petty_cash_subject: (sum) => `备用金，${subject(sum)}`,
    petty_cash_payer: ({ payer }) => `备用金，付款方 ${payer}`,
    petty_cash_open: (sum) => `未核销的备用金，${subject(sum)}`,
    cost_budget: (sum) => `费用预算，${subject(sum)}`,
  }
  return (sum) => {
    const voucher =
      sum.voucher_category === -1
        ? ''
        : `，凭证类型 ${VOUCHERS.get(String(sum.voucher_category)) ?? sum.voucher_category}`
    return `${WORDS[sum.dimension]?.(sum) ?? `${sum.dimension} ${sum.key}`}${voucher}`
  }
}
