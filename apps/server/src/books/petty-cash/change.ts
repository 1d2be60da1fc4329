import type { BatchChanged } from '@pianzhang/contract/batch'
import type { PettyCashChanges } from '@pianzhang/contract/petty-cash'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { type Change, changeFlat } from '../../platform/lists/change.ts'
import { loadPettyCashDetails, logEntry } from './load.ts'
import { findReferences } from './references.ts'
import { problemsOf, writtenOffAs } from './rules.ts'
import { columnsOf, storedOf } from './save.ts'

const COLUMNS = {
  post: 'post',
  subject_three_code: 'subject_id',
  pay_channel: 'pay_channel',
  voucher_category: 'voucher_category',
  contract_code: 'contract_id',
} as const

/** Changes fields of open details together. One that is written off is refused. */
export const changePettyCashDetails = (
  tx: Tx,
  context: ProjectContext,
  input: Change<PettyCashChanges>,
): Promise<BatchChanged> =>
  changeFlat(tx, context, input, {
    table: 'petty_cash',
    load: (codes) => loadPettyCashDetails(tx, context, codes),
    nameOf: (code) => code,
    logEntry,
    storedOf,
    find: (bodies) => findReferences(tx, context.project.id, bodies),
    problemsOf,
    columnsOf,
    columns: COLUMNS,
    closed: ({ write_off_at, cost_execution_code }) =>
      write_off_at === null ? undefined : writtenOffAs(cost_execution_code),
  })
