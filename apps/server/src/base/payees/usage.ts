import { formatInstant, today } from '@pianzhang/contract/calendar'
import { yuan } from '@pianzhang/contract/money'
import { ACCOUNT_FIELDS, type PayeeUsage, type PayeeUsageQuery } from '@pianzhang/contract/payees'
import { sql } from 'kysely'
import { anyOf, type Db } from '../../platform/database/database.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { accountChangeOf } from './account-change.ts'
import { loadPayees, maskedNumber, type PayeeRow } from './load.ts'
import { type CompanyProject, projectsNaming } from './projects.ts'

/** Payments of the year, and contracts, that the page of a payee shows. */
const SHOWN = 50
/** Entries of the account's history. */
const CHANGES = 100

/** What names a payee in the projects that the caller may enter, project by project, and the history of its account. */
export async function showUsage(
  db: Db,
  context: PersonContext,
  { params, query }: Input<{ code: string }, PayeeUsageQuery, unknown>,
): Promise<PayeeUsage> {
  const day = today(context.now)
  const year = query.year ?? Number(day.slice(0, 4))
  const [payee] = (await loadPayees(db, context, [params.code])) as [PayeeRow]
  const projects = (await projectsNaming(db, context, [payee.id])).filter(({ visible }) => visible)
  const mayPayments = context.can('cost_execution', 'read')
  const years = new Map<number, { count: number; total: bigint }>()
  const payments: Paid[] = []
  const contracts: Signed[] = []
  for (const project of projects) {
    if (mayPayments) {
      for (const { year: of, count, total } of await yearsOf(db, project, payee.id)) {
        const sum = years.get(of) ?? { count: 0, total: 0n }
        years.set(of, { count: sum.count + count, total: sum.total + total })
      }
      payments.push(...(await paymentsOf(db, project, payee.id, year)))
    }
    if (context.can('contract', 'read')) contracts.push(...(await contractsOf(db, project, payee.id)))
  }
  const own = years.get(year) ?? { count: 0, total: 0n }
  return {
    year,
    payments: mayPayments
      ? {
          count: own.count,
          total_yuan: yuan(own.total),
          items: payments
            .sort((a, b) => (a.pay_at < b.pay_at ? 1 : a.pay_at > b.pay_at ? -1 : 0))
            .slice(0, SHOWN)
            .map(({ amount, ...item }) => ({ ...item, amount_yuan: yuan(amount) })),
        }
      : null,
    contracts: context.can('contract', 'read')
      ? {
          count: contracts.length,
          items: contracts
            .slice(0, SHOWN)
            .map(({ amount, ...item }) => ({ ...item, amount_yuan: yuan(amount) })),
        }
      : null,
    years: [...years]
      .sort(([a], [b]) => b - a)
      .map(([of, { count, total }]) => ({ year: of, count, total_yuan: yuan(total) })),
    changes: await changesOf(db, context, payee),
  }
}

interface Named {
  project: { code: string; name: string }
  code: string
  amount: bigint
}
type Paid = Named & { pay_at: string; summary: string }
type Signed = Named & { out_code: string; customer: string }

async function yearsOf(db: Db, { id }: CompanyProject, payeeId: bigint) {
  const { rows } = await sql<{ year: number; count: number; total: bigint }>`
    select extract(year from c.pay_at)::int4 as year, count(*)::int4 as count, sum(c.pay_amount) as total
    from payments c where c.project_id = ${id} and c.payee_id = ${payeeId} group by 1`.execute(db)
  return rows
}

async function paymentsOf(
  db: Db,
  { id, code, name }: CompanyProject,
  payeeId: bigint,
  year: number,
): Promise<Paid[]> {
  const { rows } = await sql<Omit<Paid, 'project'>>`
    select c.code, c.pay_at, c.summary, c.pay_amount as amount from payments c
    where c.project_id = ${id} and c.payee_id = ${payeeId}
      and c.pay_at between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date
    order by c.pay_at desc, c.id desc limit ${sql.lit(SHOWN)}`.execute(db)
  return rows.map((row) => ({ ...row, project: { code, name } }))
}

async function contractsOf(db: Db, { id, code, name }: CompanyProject, payeeId: bigint): Promise<Signed[]> {
  const { rows } = await sql<Omit<Signed, 'project'>>`
    select k.code, k.out_code, k.customer, k.amount from contracts k
    where k.project_id = ${id} and k.payee_id = ${payeeId} order by k.id desc`.execute(db)
  return rows.map((row) => ({ ...row, project: { code, name } }))
}

/** The history of the payee's account, and of those of payees that were merged into it. */
async function changesOf(db: Db, context: PersonContext, payee: PayeeRow): Promise<PayeeUsage['changes']> {
  const merged = await db
    .selectFrom('payees')
    .select(['id', 'name'])
    .where('company_id', '=', context.companyId)
    .where('merged_into_id', '=', payee.id)
    .execute()
  const names = new Map(merged.map(({ id, name }) => [id, name]))
  const rows = await db
    .selectFrom('payee_account_changes')
    .select(['payee_id', 'field', 'before', 'after', 'user_name', 'changed_at'])
    .where('company_id', '=', context.companyId)
    .where('payee_id', '=', anyOf([payee.id, ...names.keys()]))
    .orderBy('id', 'desc')
    .limit(CHANGES)
    .execute()
  const marked = accountChangeOf(payee, context.now) !== null
  return rows.map(({ payee_id, field, before, after, user_name, changed_at }) => {
    const shown = (text: string) => (field === 'account' ? maskedNumber(text, 'account') : text)
    return {
      changed_at: formatInstant(changed_at),
      user_name,
      merged_name: names.get(payee_id) ?? null,
      field,
      field_i18n: ACCOUNT_FIELDS[field],
      before: shown(before),
      after: shown(after),
      recent: marked && field === 'account' && +changed_at === +(payee.account_changed_at ?? 0),
    }
  })
}
