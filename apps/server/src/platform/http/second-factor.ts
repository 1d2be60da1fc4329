import { sql } from 'kysely'

/** For how long a code of the second factor is enough for acts on passwords and rights, in its session. */
export const CONFIRMED_MS = 10 * 60_000

/** Whether account `u` is asked for a code at login. */
export const hasSecondFactor = sql<boolean>`exists (select 1 from second_factors sf where sf.user_id = u.id)`

/**
 * Whether the company requires a second factor of account `u`, who has none. Who approves: who may decide on payment requests while that feature is on,
 * as nobody else can take a step of the rules.
 */
export const mustSetSecondFactor = sql<boolean>`not ${hasSecondFactor} and case
  (select sc.second_factor from companies sc where sc.id = u.company_id)
  when 'all' then true
  when 'approvers' then
    exists (select 1 from company_features sf where sf.company_id = u.company_id and sf.feature = 'approval' and sf.is_on)
    and (u.is_super or exists (select 1 from roles sr join role_permissions sp on sp.role_id = sr.id
      where sr.id = u.role_id and sr.enabled and sp.model = 'payment_approval' and 'write' = any(sp.actions)))
  else false end`
