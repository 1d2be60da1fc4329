import type { Tx } from '../../platform/database/database.ts'
import type { PersonContext } from '../../platform/http/route.ts'
import type { PayeeRow } from './load.ts'

/** What a feature demands of payees, which are locked. They are asked in the order of the list in `start/rules.ts`. */
export interface PayeeRule {
  /** Throws 422 if a payee may not become `named`. */
  updating?(tx: Tx, context: PersonContext, payee: PayeeRow, named: PayeeRow): Promise<void>
  /** What follows when a payee got another name or account. */
  renamed?(tx: Tx, context: PersonContext, payeeId: bigint): Promise<void>
  /** Throws 422 if `merged` may not become one with `into`. */
  merging?(tx: Tx, context: PersonContext, into: PayeeRow, merged: readonly PayeeRow[]): Promise<void>
  /** What follows when records of a project, of this table, got the payee `into` by a merge. */
  moved?(tx: Tx, projectId: bigint, table: string, ids: readonly bigint[], into: bigint): Promise<void>
}

export type PayeeRules = readonly PayeeRule[]
