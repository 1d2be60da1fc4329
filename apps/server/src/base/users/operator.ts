import { inTransaction } from '../../platform/database/database.ts'
import { newInitialPassword } from '../../platform/login/initial-password.ts'
import { hashPassword } from '../../platform/login/passwords.ts'
import type { Services } from '../../platform/services.ts'
import { operatorActor } from '../companies/create.ts'
import { removeFactor } from '../sessions/second-factor/codes.ts'
import { setPassword } from './password.ts'

/**
 * Sets an account's initial password for the operator: nobody in the company may reset the super administrator's. Returns it, and whose it is.
 * `secondFactor`: also takes its two-step verification away. Throws if nobody has the phone number.
 */
export async function resetByOperator(
  services: Services,
  phone: string,
  secondFactor = false,
): Promise<{ code: string; name: string; initial_password: string }> {
  const initial_password = newInitialPassword()
  const password_hash = await hashPassword(initial_password)
  return await inTransaction(services.db, async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'code', 'name', 'phone', 'company_id'])
      .where('phone', '=', phone)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user) throw new Error(`没有手机号为 ${phone} 的账号`)
    const actor = operatorActor(services, user.company_id)
    await setPassword(tx, actor, user, password_hash)
    if (secondFactor) await removeFactor(tx, actor, user)
    return { code: user.code, name: user.name, initial_password }
  })
}
