import { addedVouchers } from '@pianzhang/contract/attachments'
import {
  imprest,
  imprestAmountBody,
  imprestBody,
  imprestChanges,
  imprestList,
  imprestListQuery,
  imprestTotals,
  imprestUpdate,
} from '@pianzhang/contract/imprests'
import { code } from '@pianzhang/contract/page'
import { sql } from 'kysely'
import { z } from 'zod'
import { historyRoute } from '../../platform/audit/history.ts'
import { inProject } from '../../platform/http/guard.ts'
import { type Route, read, write } from '../../platform/http/route.ts'
import { removeRoutes } from '../../platform/lists/batch.ts'
import { changeRoute } from '../../platform/lists/change.ts'
import { ledgerFiles } from '../../platform/sheet-import/ledger-files.ts'
import { templateRoute } from '../../platform/sheet-import/template.ts'
import { addVouchers } from './add-vouchers.ts'
import { changeImprests } from './change.ts'
import { imprestCharts } from './charts.ts'
import { IMPRESTS } from './ledger.ts'
import { listImprests, showImprest } from './list.ts'
import { refuseWrittenOff } from './lock.ts'
import { alsoWrong } from './references.ts'
import { removeImprests } from './remove.ts'
import { createImprest, updateImprest } from './save.ts'
import { imprestExport } from './sheet/export.ts'
import { imprestSheet } from './sheet/ledger.ts'
import { readTotals, setAmount } from './totals.ts'

const params = z.object({ code })
const may = (action: 'read' | 'write' | 'delete') => inProject('imprest', action)

/** Petty cash: its details and the total set (api.md §5). */
export const imprestRoutes: Route[] = [
  read(
    'GET /imprests',
    {
      summary: 'A page of petty cash details',
      access: may('read'),
      query: imprestListQuery,
      answer: imprestList,
    },
    listImprests,
  ),
  read(
    'GET /imprests/totals',
    { summary: 'The total set, and the sums of all details', access: may('read'), answer: imprestTotals },
    readTotals,
  ),
  write(
    'PUT /imprests/amount',
    {
      summary: 'Replace the total set',
      access: may('write'),
      body: imprestAmountBody,
      answer: imprestTotals,
    },
    setAmount,
  ),
  templateRoute(imprestSheet),
  imprestExport.route,
  // A write-off logs its details in entries that have its code.
  historyRoute(
    '/imprests',
    IMPRESTS,
    (projectId) =>
      sql`(select w.code from imprest_write_offs w where w.project_id = ${projectId} and w.id = k.write_off_id)`,
  ),
  read(
    'GET /imprests/:code',
    { summary: 'One petty cash detail', access: may('read'), params, answer: imprest },
    showImprest,
  ),
  write(
    'POST /imprests',
    {
      summary: 'Create a petty cash detail',
      access: may('write'),
      body: imprestBody,
      answer: imprest,
      alsoWrong: (tx, context, body) => alsoWrong(tx, context, body, true),
    },
    createImprest,
  ),
  write(
    'PUT /imprests/:code',
    {
      summary: 'Replace a petty cash detail that is not written off',
      access: may('write'),
      params,
      body: imprestUpdate,
      answer: imprest,
      alsoWrong: async (tx, context, body, { code }) => {
        // Checked first: in a form that cannot be saved no other mistake matters.
        await refuseWrittenOff(tx, context.project.id, code)
        return await alsoWrong(tx, context, body)
      },
    },
    updateImprest,
  ),
  write(
    'POST /imprests/:code/vouchers',
    {
      summary: 'Add voucher pictures to a petty cash detail that is not written off',
      access: may('write'),
      params,
      body: addedVouchers,
      answer: imprest,
    },
    addVouchers,
  ),
  changeRoute('/imprests', 'petty cash detail', may('write'), imprestChanges, {
    change: changeImprests,
    alsoWrong: (tx, context, body) => alsoWrong(tx, context, body),
  }),
  ...removeRoutes('/imprests', 'petty cash detail', may('delete'), removeImprests),
]

export const registerImprestFiles = ledgerFiles({
  sheet: imprestSheet,
  files: [imprestExport, ...imprestCharts],
})
