import { Failure } from './errors.ts'
import type { PersonContext } from './route.ts'

/**
 * Whether the person runs this server: an account of OPERATOR_PHONES; without that setting the super administrator, while the server has one
 * company, as the state of the server tells of all companies on it.
 */
export function isOperator(context: PersonContext): boolean {
  const { services, phone, isOnlySuper } = context
  return services.config.operatorPhones.length > 0 ? isOperatorPhone(context, phone) : isOnlySuper
}

/** Whether whoever logs in with this phone number runs this server, by OPERATOR_PHONES. */
export const isOperatorPhone = ({ services }: Pick<PersonContext, 'services'>, phone: string): boolean =>
  services.config.operatorPhones.includes(phone)

/** Throws 403 unless the person runs this server. */
export function expectOperator(context: PersonContext): void {
  if (!isOperator(context)) throw new Failure('forbidden')
}
