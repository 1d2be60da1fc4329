import { paymentRequestApi } from '@pianzhang/contract/api/features'
import { labelOf } from '@pianzhang/contract/lists'
import { paymentRequestExportQuery, REQUEST_STATES } from '@pianzhang/contract/payment-requests'
import { sql } from 'kysely'
import { listExport } from '../../platform/lists/list-export.ts'
import { type RecordRow, recordRows } from '../../platform/lists/record-rows.ts'
import { exportColumns } from '../../platform/sheet-import/columns.ts'
import { conditions } from './filters.ts'
import { type ListedRow, listedColumns } from './load.ts'

type Row = RecordRow<ListedRow>

const COLUMNS = {
  code: { title: '申请编号', width: 20, value: ({ code }: Row) => code },
  pay_at: { title: '付款时间', kind: 'date', value: ({ pay_at }: Row) => pay_at },
  payer: { title: '付款方', width: 28, value: ({ payer }: Row) => payer },
  summary: { title: '摘要', width: 36, value: ({ summary }: Row) => summary },
  total: { title: '付款金额', kind: 'money', width: 18, summed: true, value: ({ total }: Row) => total },
  state: { title: '状态', value: ({ state }: Row) => labelOf(REQUEST_STATES, state) },
  payment: { title: '付款编号', width: 20, value: ({ payment_code }: Row) => payment_code },
  creator: { title: '发起人', width: 14, value: ({ creator }: Row) => creator },
  created: { title: '发起时间', width: 18, value: ({ created }: Row) => created },
} as const

/** Exports every request of the list. */
export const requestExport = listExport({
  endpoint: paymentRequestApi.export,
  model: 'payment_request',
  summary: 'A spreadsheet of the payment requests that match',
  query: paymentRequestExportQuery,
  async prepare(link, filters) {
    const { columns, cells } = exportColumns<Row>(COLUMNS)
    const { services, project } = link
    const reader = {
      companyId: project.companyId,
      userId: project.creator?.id ?? 0n,
      now: services.clock(),
      project,
    }
    const where = await conditions(services.db, reader, filters)
    const select = sql<ListedRow>`select ${listedColumns} from payment_requests r where ${where} order by r.id desc`
    return { name: '付款申请', columns, rows: recordRows(link, select, cells) }
  },
})
