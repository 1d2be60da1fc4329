import type { ContractUpdate } from '@pianzhang/contract/contracts'
import type { FieldError } from '@pianzhang/contract/errors'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import type { ContractRow } from './load.ts'

/** Hooks of a feature into updates and deletions of contracts, called under the contracts' locks, in the order of `start/rules.ts`. */
export interface ContractRule {
  /** What is wrong with an update, by the body's field. */
  problems?(tx: Tx, context: ProjectContext, row: ContractRow, body: ContractUpdate): Promise<FieldError[]>
  /** What follows from an update that is written and logged; the text of a notice for the caller, if there is something to say. */
  updated?(
    tx: Tx,
    context: ProjectContext,
    row: ContractRow,
    saved: Pick<ContractRow, 'amount' | 'category'>,
  ): Promise<string | undefined>
  /** Deletes what goes with contracts that are about to be deleted. */
  removing?(tx: Tx, context: ProjectContext, contractIds: readonly bigint[]): Promise<void>
}
