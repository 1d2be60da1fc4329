import { pettyCashApi } from '@pianzhang/contract/api/books'
import { type AddedVouchers, addedVouchers } from '@pianzhang/contract/attachments'
import { code } from '@pianzhang/contract/page'
import {
  type PettyCashDetail,
  pettyCashAmountBody,
  pettyCashBody,
  pettyCashChanges,
  pettyCashDetail,
  pettyCashList,
  pettyCashListQuery,
  pettyCashTotals,
  pettyCashUpdate,
} from '@pianzhang/contract/petty-cash'
import { sql } from 'kysely'
import { z } from 'zod'
import { ADDED_VOUCHERS, withAdded, wrongAdded } from '../../base/attachments/added-files.ts'
import { historyRoute } from '../../platform/audit/history.ts'
import type { Tx } from '../../platform/database/database.ts'
import { invalid } from '../../platform/http/errors.ts'
import { inProject } from '../../platform/http/guard.ts'
import { type Input, type ProjectContext, type Route, read, write } from '../../platform/http/route.ts'
import { removeRoutes } from '../../platform/lists/batch.ts'
import { changeRoute } from '../../platform/lists/change.ts'
import { ledgerFiles } from '../../platform/sheet-import/ledger-files.ts'
import { templateRoute } from '../../platform/sheet-import/template.ts'
import { pettyCashCharts } from './charts.ts'
import { PETTY_CASH } from './ledger.ts'
import { listPettyCashDetails, showPettyCashDetail } from './list.ts'
import { readPettyCashDetail } from './load.ts'
import { lockOpen, refuseWrittenOff } from './lock.ts'
import { alsoWrong } from './rules.ts'
import {
  changePettyCashDetails,
  createPettyCashDetail,
  removePettyCashDetails,
  storedOf,
  updatePettyCashDetail,
} from './save.ts'
import { pettyCashExport } from './sheet/export.ts'
import { pettyCashSheet } from './sheet/ledger.ts'
import { readTotals, setAmount } from './totals.ts'

const params = z.object({ code })
const may = (action: 'read' | 'write' | 'delete') => inProject('imprest', action)

/** Petty cash: its details and the total set (api.md §5). */
export const pettyCashRoutes: Route[] = [
  read(
    pettyCashApi.list,
    {
      summary: 'A page of petty cash details',
      access: may('read'),
      query: pettyCashListQuery,
      answer: pettyCashList,
    },
    listPettyCashDetails,
  ),
  read(
    pettyCashApi.totals,
    { summary: 'The total set, and the sums of all details', access: may('read'), answer: pettyCashTotals },
    readTotals,
  ),
  write(
    pettyCashApi.setAmount,
    {
      summary: 'Replace the total set',
      access: may('write'),
      body: pettyCashAmountBody,
      answer: pettyCashTotals,
    },
    setAmount,
  ),
  templateRoute(pettyCashSheet),
  pettyCashExport.route,
  // A write-off logs its details in entries that have its code.
  historyRoute(
    pettyCashApi.base,
    PETTY_CASH,
    (projectId) =>
      sql`(select w.code from write_offs w where w.project_id = ${projectId} and w.id = k.write_off_id)`,
  ),
  read(
    pettyCashApi.show,
    { summary: 'One petty cash detail', access: may('read'), params, answer: pettyCashDetail },
    showPettyCashDetail,
  ),
  write(
    pettyCashApi.create,
    {
      summary: 'Create a petty cash detail',
      access: may('write'),
      body: pettyCashBody,
      answer: pettyCashDetail,
      alsoWrong: (tx, context, body) => alsoWrong(tx, context, body, true),
    },
    createPettyCashDetail,
  ),
  write(
    pettyCashApi.update,
    {
      summary: 'Replace a petty cash detail that is not written off',
      access: may('write'),
      params,
      body: pettyCashUpdate,
      answer: pettyCashDetail,
      alsoWrong: async (tx, context, body, { code }) => {
        // Checked first: in a form that cannot be saved no other mistake matters.
        await refuseWrittenOff(tx, context.project.id, code)
        return await alsoWrong(tx, context, body)
      },
    },
    updatePettyCashDetail,
  ),
  write(
    pettyCashApi.addVouchers,
    {
      summary: 'Add voucher pictures to a petty cash detail that is not written off',
      access: may('write'),
      params,
      body: addedVouchers,
      answer: pettyCashDetail,
    },
    addVouchers,
  ),
  changeRoute(pettyCashApi.base, 'petty cash detail', may('write'), pettyCashChanges, {
    change: changePettyCashDetails,
    alsoWrong: (tx, context, body) => alsoWrong(tx, context, body),
  }),
  ...removeRoutes(pettyCashApi.base, 'petty cash detail', may('delete'), removePettyCashDetails),
]

export const registerPettyCashFiles = ledgerFiles({
  sheet: pettyCashSheet,
  files: [pettyCashExport, ...pettyCashCharts],
})

/** Adds voucher pictures to an open detail; two people who do so at once both add theirs. */
async function addVouchers(
  tx: Tx,
  context: ProjectContext,
  { params, body }: Input<{ code: string }, unknown, AddedVouchers>,
): Promise<PettyCashDetail> {
  await lockOpen(tx, context.project.id, [params.code], '修改')
  const detail = await readPettyCashDetail(tx, context, params.code)
  const stored = storedOf(detail)
  const own = stored.voucher_attachment_codes
  const added = body.voucher_attachment_codes
  const wrong = await wrongAdded(tx, context.project.id, added, ADDED_VOUCHERS)
  if (wrong.length > 0) throw invalid(wrong)
  const codes = withAdded(own, added, ADDED_VOUCHERS)
  if (codes.length === own.length) return detail
  const changed = { ...stored, voucher_attachment_codes: codes, version: detail.version }
  return await updatePettyCashDetail(tx, context, { params, query: undefined, body: changed })
}
