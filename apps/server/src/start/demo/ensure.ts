import { sql } from 'kysely'
import type { Company } from '../../operator/companies/delete.ts'
import { type Db, inTransaction, type Tx } from '../../platform/database/database.ts'
import type { Services } from '../../platform/services.ts'
import { DEMO_LOGINS, DEMO_PHONES, makeDemo } from './demo.ts'
import { DEMO_COMPANY } from './people.ts'

/** Created by this call, existing already, or not created because another company uses some of its `phones`. */
type Demo =
  | { state: 'created' | 'exists'; code: string; phones?: undefined }
  | { state: 'taken'; code?: undefined; phones: string[] }

/** Creating it takes half a minute on a slow machine: a second caller waits for the first one, longer than requests wait for a lock. */
const WAIT_MS = 120_000

/**
 * Creates the demo company if there is none, in one transaction, so that a kill leaves nothing. Two callers at once conflict on the unique
 * phone number; the second is retried and finds it existing.
 */
export async function ensureDemo(services: Services): Promise<Demo> {
  return await inTransaction(services.db, async (tx) => {
    await sql`set local lock_timeout = ${sql.lit(WAIT_MS)}`.execute(tx)
    const people = await holders(tx)
    const existing = people.find((person) => person.company === DEMO_COMPANY)
    if (existing) return { state: 'exists', code: existing.code }
    if (people.length > 0) return { state: 'taken', phones: people.map((person) => person.phone) }
    return { state: 'created', code: await makeDemo(tx, { ...services, db: tx, numbers: tx }) }
  })
}

export const takenText = (phones: readonly string[]) =>
  `未创建演示公司：手机号 ${phones.join('、')} 已被其他公司使用`

/** The demo company; undefined if there is none. */
export const findDemo = async (db: Db): Promise<Omit<Company, 'stopped_at'> | undefined> =>
  (await holders(db))
    .filter((person) => person.company === DEMO_COMPANY)
    .map(({ company_id: id, code, company: name }) => ({ id, code, name }))[0]

/** The demo's logins that exist and are not disabled. */
export async function demoLogins(db: Db) {
  const people = await holders(db)
  const phones = people
    .filter((person) => person.company === DEMO_COMPANY && !person.disabled)
    .map((person) => person.phone)
  return DEMO_LOGINS.filter((login) => phones.includes(login.phone))
}

/** The people whose phone numbers are the demo's. */
const holders = (db: Db | Tx) =>
  db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .select([
      'users.phone',
      'users.disabled',
      'users.company_id',
      'companies.name as company',
      'companies.code',
    ])
    .where('users.phone', 'in', DEMO_PHONES)
    .where('users.deleted_at', 'is', null)
    .orderBy('users.phone')
    .execute()
