import { type Db, inTransaction, type Tx } from '../platform/database.ts'
import type { Services } from '../platform/services.ts'
import { DEMO_COMPANY, DEMO_LOGINS, makeDemo } from './demo.ts'

const PHONES = DEMO_LOGINS.map((login) => login.phone)

/** 'made' now, 'there' already, or not made because another company has some of its `phones`. */
export type Demo =
  | { state: 'made' | 'there'; code: string; phones?: undefined }
  | { state: 'taken'; code?: undefined; phones: string[] }

/**
 * The demo company, made if there is none: in one transaction, so that a kill in the middle leaves nothing. Two who make it at once
 * meet at the administrator's phone; the second then finds it there.
 */
export async function ensureDemo(services: Services): Promise<Demo> {
  return await inTransaction(services.db, async (tx) => {
    const people = await holders(tx)
    const own = people.find((person) => person.company === DEMO_COMPANY)
    if (own) return { state: 'there', code: own.code }
    if (people.length > 0) return { state: 'taken', phones: people.map((person) => person.phone) }
    return { state: 'made', code: await makeDemo(tx, { ...services, db: tx, numbers: tx }) }
  })
}

export const takenText = (phones: readonly string[]) =>
  `未创建演示公司：手机号 ${phones.join('、')} 已被其他公司使用`

/** The demo's logins that are there and may sign in. */
export async function demoLogins(db: Db) {
  const people = await holders(db)
  const phones = people
    .filter((person) => person.company === DEMO_COMPANY && !person.disabled)
    .map((person) => person.phone)
  return DEMO_LOGINS.filter((login) => phones.includes(login.phone))
}

/** Who has the demo's phones. */
const holders = (db: Db | Tx) =>
  db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .select(['users.phone', 'users.disabled', 'companies.name as company', 'companies.code'])
    .where('users.phone', 'in', PHONES)
    .where('users.deleted_at', 'is', null)
    .orderBy('users.phone')
    .execute()
