import { Failure } from './errors.ts'
import type { PersonContext } from './route.ts'

/**
 * Whether the person runs this server: an account of OPERATOR_PHONES; without that setting the super administrator, while the server has one
 * company, as the state of the server tells of all companies on it.
 */
export function isOperator({ services, phone, isOnlySuper }: PersonContext): boolean {
  const { operatorPhones } = services.config
  return operatorPhones.length > 0 ? operatorPhones.includes(phone) : isOnlySuper
}

/** Throws 403 unless the person runs this server. */
export function expectOperator(context: PersonContext): void {
  if (!isOperator(context)) throw new Failure('forbidden')
}
