import type { Fen } from '@pianzhang/contract/money'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'

/** A payment as rules see it: who pays whom, when, and how much on which contract by which line. */
export interface PaymentState {
  pay_at: string
  payer: string
  payee: bigint | null
  lines: readonly { code: string | null; pay_amount: Fen; contract_code: string | null }[]
}

export interface PaymentChange {
  id: bigint
  before: PaymentState
  after: PaymentState
  /** The contracts of the lines, by code. */
  contracts: ReadonlyMap<string, { category: number }>
}

/**
 * What a feature demands of payments. They are asked in the order of the list in `start/rules.ts`, by everything that writes payments. What a rule needs is
 * locked after the payments.
 */
export interface PaymentRule {
  /** Throws 422 if payments of these totals may not be created without being asked for. */
  creating?(tx: Tx, context: ProjectContext, totals: readonly Fen[]): Promise<void>
  /** A function that says why one of these payments may not be changed so; null: it may. */
  changing?(
    tx: Tx,
    context: ProjectContext,
    ids: readonly bigint[],
  ): Promise<(change: PaymentChange) => string | null>
  /** Throws 422 if one of these payments, which are locked, may not be deleted. */
  deleting?(tx: Tx, context: ProjectContext, ids: readonly bigint[]): Promise<void>
  /** Lets go of lines before they are deleted: those of whole payments, or, with `kept`, those but these codes. */
  releasing?(
    tx: Tx,
    context: ProjectContext,
    ids: readonly bigint[],
    kept: readonly string[] | null,
  ): Promise<void>
}

export type PaymentRules = readonly PaymentRule[]

/** A function that answers the first reason why one of these payments may not be changed so; null: there is none. */
export async function changeFault(
  tx: Tx,
  context: ProjectContext,
  rules: PaymentRules,
  ids: readonly bigint[],
): Promise<(change: PaymentChange) => string | null> {
  const asked: ((change: PaymentChange) => string | null)[] = []
  for (const { changing } of rules) if (changing) asked.push(await changing(tx, context, ids))
  return (change) => {
    for (const faultOf of asked) {
      const fault = faultOf(change)
      if (fault !== null) return fault
    }
    return null
  }
}
