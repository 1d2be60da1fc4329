import { FACE_TAX_RATES, PAY_CHANNELS, VOUCHER_CATEGORIES } from '@pianzhang/contract/lists'
import { COLUMNS, type ColumnKey, plainTitle } from '@pianzhang/contract/payment-sheet'
import type { SheetRow } from '../../../platform/sheet/read.ts'

/** Where each column stands; those that the file does not have are absent. */
export type Layout = ReadonlyMap<ColumnKey, number>

/** Reads row 1. Returns what is wrong, in words. */
export function readHeader(row: SheetRow | undefined): { layout: Layout; problems: string[] } {
  const layout = new Map<ColumnKey, number>()
  const problems: string[] = []
  for (const [index, cell] of (row?.line === 1 ? row.cells : []).entries()) {
    const title = plainTitle(cell?.text ?? '')
    const column = COLUMNS.find((known) => known.title === title)
    if (!column) continue
    if (layout.has(column.key)) problems.push(`表头“${column.title}”重复`)
    else layout.set(column.key, index)
  }
  const lacking = COLUMNS.filter((column) => column.required && !layout.has(column.key))
  if (lacking.length > 0) problems.push(`缺少列：${lacking.map((column) => column.title).join('、')}`)
  return { layout, problems }
}

/** The lists behind the template's drop-downs; payment types are the project's own. */
export const dropDowns = (categories: string[]): Partial<Record<ColumnKey, readonly string[]>> => ({
  pay_channel: PAY_CHANNELS.map((entry) => entry.label),
  pay_category: categories,
  voucher_category: VOUCHER_CATEGORIES.map((entry) => entry.label),
  face_tax_rate: FACE_TAX_RATES,
})

/** The sample row: its first cell tells the import to skip it. */
export const SAMPLE_MARK = '示例'
export const SAMPLE: Record<ColumnKey, string> = {
  sequence: '示例（相同序号为同一笔付款的多条明细）',
  pay_at: '2026-01-15',
  payer: '北京某某影视器材有限公司',
  post: '摄影组',
  summary: '摄影机租赁费第一期',
  subject: '24000101',
  pay_channel: '银行转账',
  pay_category: '进度款',
  voucher_category: '增值税专用发票',
  face_tax_rate: '13%',
  contract: '',
  invoice: '',
  pay_amount: '54,000.00',
  remark: '',
}

/** Widths in characters, a Chinese one counting two. */
export const WIDTHS: Record<ColumnKey, number> = {
  sequence: 18,
  pay_at: 13,
  payer: 32,
  post: 14,
  summary: 40,
  subject: 12,
  pay_channel: 12,
  pay_category: 12,
  voucher_category: 20,
  face_tax_rate: 10,
  contract: 18,
  invoice: 24,
  pay_amount: 18,
  remark: 30,
}
