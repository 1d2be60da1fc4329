import { invoiceApi } from '@pianzhang/contract/api/base'
import {
  INVOICE_STATUS,
  type InvoiceItem,
  invoiceExportQuery,
  invoiceTypeName,
} from '@pianzhang/contract/invoices'
import { sql } from 'kysely'
import { listExport } from '../../platform/lists/list-export.ts'
import { recordRows } from '../../platform/lists/record-rows.ts'
import { type ExportColumn, exportColumns } from '../../platform/sheet-import/columns.ts'
import { conditions } from './list.ts'
import { invoiceColumns, type StoredInvoice } from './load.ts'

type Row = StoredInvoice & { payment: string | null; files: string | null; creator: string; created: string }

/** What each line of an original says, in one cell: as many rows as invoices, so that no amount is there twice. */
const lineOf = ({ name, quantity, unit_price, amount_yuan, tax_rate, tax_amount_yuan }: InvoiceItem) =>
  [
    name,
    quantity && `数量 ${quantity}`,
    unit_price && `单价 ${unit_price}`,
    amount_yuan && `金额 ${amount_yuan}`,
    tax_rate && `税率 ${tax_rate}`,
    tax_amount_yuan && `税额 ${tax_amount_yuan}`,
  ]
    .filter(Boolean)
    .join('，')

const ratesOf = (items: readonly InvoiceItem[]) =>
  [...new Set(items.map(({ tax_rate }) => tax_rate))].filter((rate) => rate !== '').join('、')

const text = (title: string, width: number, value: (row: Row) => string | null): ExportColumn<Row> => ({
  title,
  width,
  value,
})
const money = (title: string, value: (row: Row) => bigint | null): ExportColumn<Row> => ({
  title,
  kind: 'money',
  summed: true,
  width: 20,
  value,
})

/** Every field that was read from the files, typed, or found by a check. Each amount has a sum of its own. */
const COLUMNS: readonly ExportColumn<Row>[] = [
  text('查验状态', 12, (row) => INVOICE_STATUS[row.status] ?? ''),
  text('发票类型', 20, (row) => invoiceTypeName(row.invoice_type)),
  text('发票代码', 16, (row) => row.invoice_code),
  text('发票号码', 24, (row) => row.invoice_number),
  { title: '开票日期', kind: 'date', width: 12, value: (row) => row.billing_date },
  money('价税合计', (row) => row.total_amount),
  money('不含税金额', (row) => row.amount_without_tax),
  money('税额', (row) => row.tax_amount),
  text('税率', 10, (row) => ratesOf(row.items)),
  text('校验码', 24, (row) => row.check_code),
  text('销售方名称', 32, (row) => row.seller_name),
  text('销售方税号', 24, (row) => row.seller_tax_no),
  text('购买方名称', 32, (row) => row.buyer_name),
  text('购买方税号', 24, (row) => row.buyer_tax_no),
  text('发票明细', 50, (row) => row.items.map(lineOf).join('\n')),
  text('查验说明', 40, (row) => row.reason),
  text('关联付款', 18, (row) => row.payment),
  text('发票文件', 32, (row) => row.files),
  text('二维码内容', 40, (row) => row.coded),
  text('作废原因', 24, (row) => row.void_reason),
  text('创建人', 12, (row) => row.creator),
  { title: '创建时间', kind: 'minute', width: 18, value: (row) => row.created },
]

/**
 * Exports the invoices of the list, newest first. It needs the right to read: api.md gives invoices no right to export, and elsewhere that
 * right comes with reading.
 */
export const invoiceExport = listExport({
  endpoint: invoiceApi.export,
  model: 'invoice',
  right: 'read',
  summary: 'A spreadsheet of the invoices that match',
  query: invoiceExportQuery,
  async prepare(link, filters) {
    const { id } = link.project
    const { columns, cells } = exportColumns(Object.fromEntries(COLUMNS.entries()))
    const select = sql<StoredInvoice & Pick<Row, 'payment' | 'files'>>`select ${invoiceColumns},
      (select string_agg(distinct c.code, '、') from invoice_uses u
        join payment_lines d on d.project_id = ${id} and d.id = u.line_id
        join payments c on c.project_id = ${id} and c.id = d.payment_id
        where u.project_id = ${id} and u.invoice_id = i.id) as payment,
      (select string_agg(a.file_name || case when f.pages = '{}' then '' else '（第' || array_to_string(f.pages, '、') || '页）' end, '、' order by f.position)
        from invoice_files f
        join attachments a on a.project_id = ${id} and a.id = f.attachment_id
        where f.project_id = ${id} and f.invoice_id = i.id) as files
      from invoices i where ${conditions(id, filters, false)} order by i.id desc`
    // Voided invoices count nowhere.
    const isVoided = filters.voided === '1'
    return {
      name: isVoided ? '作废发票' : '发票',
      columns: isVoided ? columns.map((column) => ({ ...column, summed: false })) : columns,
      rows: recordRows(link, select, cells),
    }
  },
})
