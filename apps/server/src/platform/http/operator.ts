import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { Failure } from './errors.ts'
import type { PersonContext } from './route.ts'

/**
 * Whether the person runs this server: an account of OPERATOR_PHONES; without that setting the super administrator, while the server has one
 * company, as the state of the server tells of all companies on it.
 */
export async function isOperator(db: Db, { services, phone, isSuper }: PersonContext): Promise<boolean> {
  const { operatorPhones } = services.config
  if (operatorPhones.length > 0) return operatorPhones.includes(phone)
  if (!isSuper) return false
  const { rows } = await sql`select 1 as found from companies limit 2`.execute(db)
  return rows.length === 1
}

/** Throws 403 unless the person runs this server. */
export async function expectOperator(db: Db, context: PersonContext): Promise<void> {
  if (!(await isOperator(db, context))) throw new Failure('forbidden')
}
