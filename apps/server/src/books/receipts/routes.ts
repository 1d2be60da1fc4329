import { receiptApi } from '@pianzhang/contract/api/books'
import { code } from '@pianzhang/contract/page'
import {
  receipt,
  receiptBody,
  receiptChanges,
  receiptList,
  receiptListQuery,
  receiptUpdate,
} from '@pianzhang/contract/receipts'
import { z } from 'zod'
import { inProject } from '../../platform/http/guard.ts'
import { type Route, read, write } from '../../platform/http/route.ts'
import { removeRoutes } from '../../platform/lists/batch.ts'
import { changeRoute } from '../../platform/lists/change.ts'
import { ledgerFiles } from '../../platform/sheet-import/ledger-files.ts'
import { templateRoute } from '../../platform/sheet-import/template.ts'
import { receiptCharts } from './charts.ts'
import { listReceipts, showReceipt } from './list.ts'
import { alsoWrong } from './rules.ts'
import { changeReceipts, createReceipt, removeReceipts, updateReceipt } from './save.ts'
import { receiptExport } from './sheet/export.ts'
import { receiptSheet } from './sheet/ledger.ts'

const params = z.object({ code })
const may = (action: 'read' | 'write' | 'delete') => inProject('investment_execution', action)

/** Receipts: money received from investors (api.md §5). */
export const receiptRoutes: Route[] = [
  read(
    receiptApi.list,
    { summary: 'A page of receipts', access: may('read'), query: receiptListQuery, answer: receiptList },
    listReceipts,
  ),
  templateRoute(receiptSheet),
  receiptExport.route,
  read(
    receiptApi.show,
    { summary: 'One receipt', access: may('read'), params, answer: receipt },
    showReceipt,
  ),
  write(
    receiptApi.create,
    {
      summary: 'Create a receipt',
      access: may('write'),
      body: receiptBody,
      answer: receipt,
      alsoWrong,
    },
    createReceipt,
  ),
  write(
    receiptApi.update,
    {
      summary: 'Replace a receipt',
      access: may('write'),
      params,
      body: receiptUpdate,
      answer: receipt,
      alsoWrong,
    },
    updateReceipt,
  ),
  changeRoute(receiptApi.base, 'receipt', may('write'), receiptChanges, {
    change: changeReceipts,
    alsoWrong,
  }),
  ...removeRoutes(receiptApi.base, 'receipt', may('delete'), removeReceipts),
]

export const registerReceiptFiles = ledgerFiles({
  sheet: receiptSheet,
  files: [receiptExport, ...receiptCharts],
})
