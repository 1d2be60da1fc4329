import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../../platform/database/database.ts'
import { LATE_MS } from '../../platform/http/register.ts'
import type { Services } from '../../platform/services.ts'
import { emptyProject } from '../purge/purge.ts'

export interface Company {
  id: bigint
  code: string
  name: string
  stopped_at: Date | null
}

/** Throws an Error in Chinese for an unknown code. */
export async function expectCompany(db: Db, code: string): Promise<Company> {
  const company = await db
    .selectFrom('companies')
    .select(['id', 'code', 'name', 'stopped_at'])
    .where('code', '=', code)
    .executeTakeFirst()
  if (!company) throw new Error(`没有编码为 ${code} 的公司：--company`)
  return company
}

/**
 * Waits until what was being written when the company was stopped is committed, as an export made earlier would lack it: requests read again
 * whether the company is stopped when they are older than `LATE_MS`, and each write locks its project until the commit.
 */
export async function untilWritten({ db }: Pick<Services, 'db'>, { id }: Pick<Company, 'id'>): Promise<void> {
  await setTimeout(LATE_MS)
  await sql`select from projects where company_id = ${id} order by id for update`.execute(db)
}

/**
 * Deletes a company with all that belongs to it: projects with their files, people, roles, orders, its operation log. It must be stopped. A
 * deletion that was killed is repeated and goes on.
 */
export async function deleteCompany(services: Services, { id }: Pick<Company, 'id'>): Promise<void> {
  const { db } = services
  const { rows } = await sql<{ id: bigint; code: string; name: string; company_id: bigint }>`
    select id, code, name, company_id from projects where company_id = ${id} order by id`.execute(db)
  const never = new AbortController().signal
  for (const project of rows) await emptyProject(services, project, never)
  await inTransaction(db, (tx) => deleteRows(tx, id))
}

/** The rows that name the company, each before those it refers to. */
async function deleteRows(tx: Tx, id: bigint): Promise<void> {
  await sql`select set_config('pianzhang.deleting_company', ${String(id)}, true)`.execute(tx)
  const people = sql`(select id from users where company_id = ${id})`
  const statements = [
    sql`delete from attempts where subject in (select phone from users where company_id = ${id})`,
    sql`delete from idempotency_keys where user_id in ${people}`,
    sql`delete from sessions where user_id in ${people}`,
    sql`delete from login_challenges where user_id in ${people}`,
    sql`delete from second_factors where user_id in ${people}`,
    sql`delete from project_members where user_id in ${people}`,
    sql`delete from order_payments where order_id in (select id from orders where company_id = ${id})`,
    sql`delete from orders where company_id = ${id}`,
    sql`delete from invoice_keys where company_id = ${id}`,
    sql`delete from fee_settings where company_id = ${id}`,
    sql`delete from payee_account_changes where company_id = ${id}`,
    sql`delete from payees where company_id = ${id}`,
    sql`delete from notifications where company_id = ${id}`,
    sql`delete from audit_logs where company_id = ${id}`,
    sql`delete from projects where company_id = ${id}`,
    sql`update users set creator_id = null, role_id = null where company_id = ${id}`,
    sql`delete from users where company_id = ${id}`,
    sql`delete from roles where company_id = ${id}`,
    sql`delete from company_features where company_id = ${id}`,
    sql`delete from companies where id = ${id}`,
  ]
  for (const statement of statements) await statement.execute(tx)
}
