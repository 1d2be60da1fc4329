import type { Fen } from '@pianzhang/contract/money'
import type { Db, Tx } from '../../platform/database/database.ts'
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

/** A payment that nobody asked for yet. */
export type NewPayment = Pick<PaymentState, 'pay_at'> & { total: Fen }

/** A project and the features of its company, as also the process of an import knows them. */
export type CompanyProject = Pick<ProjectContext, 'features'> & { project: { id: bigint } }

/**
 * What a feature demands of payments. They are asked in the order of the list in `start/rules.ts`, by everything that writes payments. What a rule needs is
 * locked after the payments.
 */
export interface PaymentRule {
  /** A function that says why a payment may not be created, by a form or a file; null: it may. */
  creating?(db: Db | Tx, context: CompanyProject): Promise<(payment: NewPayment) => string | null>
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

type FaultOf<T> = (of: T) => string | null

/** A function that answers the first reason why a payment may not be created; null: there is none. */
export async function creationFault(
  db: Db | Tx,
  context: CompanyProject,
  rules: PaymentRules,
): Promise<FaultOf<NewPayment>> {
  const asked: FaultOf<NewPayment>[] = []
  for (const { creating } of rules) if (creating) asked.push(await creating(db, context))
  return firstOf(asked)
}

/** A function that answers the first reason why one of these payments may not be changed so; null: there is none. */
export async function changeFault(
  tx: Tx,
  context: ProjectContext,
  rules: PaymentRules,
  ids: readonly bigint[],
): Promise<FaultOf<PaymentChange>> {
  const asked: FaultOf<PaymentChange>[] = []
  for (const { changing } of rules) if (changing) asked.push(await changing(tx, context, ids))
  return firstOf(asked)
}

const firstOf =
  <T>(asked: readonly FaultOf<T>[]): FaultOf<T> =>
  (of) => {
    for (const faultOf of asked) {
      const fault = faultOf(of)
      if (fault !== null) return fault
    }
    return null
  }
