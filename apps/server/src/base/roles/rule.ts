import type { Actor } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { PersonContext } from '../../platform/http/route.ts'

/** A role or an account, whose row is locked. */
export interface RoleOrAccount {
  kind: '角色' | '账号'
  code: string
  name: string
}

/** What a feature demands of roles and accounts. They are asked in the order of the list in `start/rules.ts`. */
export interface PeopleRule {
  /** Throws 422 if it may not be deleted. */
  removing(tx: Tx, context: PersonContext, one: RoleOrAccount): Promise<void>
  /** What follows when it was disabled. */
  disabled(tx: Tx, context: PersonContext, one: RoleOrAccount): Promise<void>
  /** What follows when people may do more or less in these projects than before. */
  changed(tx: Tx, actor: Actor, projectIds: readonly bigint[]): Promise<void>
}

export type PeopleRules = readonly PeopleRule[]
