import type { BatchChanged } from '@pianzhang/contract/batch'
import type { ReceiptChanges } from '@pianzhang/contract/receipts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { type Change, changeFlat } from '../../platform/lists/change.ts'
import { labelOf, loadReceipts, logEntry, receiptAnswers } from './load.ts'
import { findReferences } from './references.ts'
import { problemsOf } from './rules.ts'
import { columnsOf, storedOf } from './save.ts'

/** Changes type or contract of several receipts together. */
export const changeReceipts = (
  tx: Tx,
  context: ProjectContext,
  input: Change<ReceiptChanges>,
): Promise<BatchChanged> =>
  changeFlat(tx, context, input, {
    table: 'receipts',
    load: async (codes) => receiptAnswers(tx, context, await loadReceipts(tx, context.project.id, codes)),
    nameOf: (_, record) => record && labelOf(record),
    logEntry,
    storedOf,
    find: (bodies) => findReferences(tx, context.project.id, bodies),
    problemsOf,
    columnsOf,
    columns: { investment_category_id: 'investment_category_id', contract_code: 'contract_id' },
  })
