import { unknownWord } from '@pianzhang/contract/lists'
import type { ReceiptBody } from '@pianzhang/contract/receipts'
import type { RecordRow } from '../../../platform/lists/record-rows.ts'
import { readAmount, readDay, readText, readWord } from '../../../platform/sheet-import/cells.ts'
import type { Exported, SheetColumn } from '../../../platform/sheet-import/columns.ts'
import type { FieldColumn } from '../../../platform/sheet-import/fields.ts'
import type { ReceiptRow } from '../load.ts'
import type { References } from '../rules.ts'

/** A receipt as the export reads it. */
export type ReceiptExportRow = ReceiptRow & { customer: string | null }

/** A receipt as the export writes it. */
export type ExportedReceipt = RecordRow<ReceiptExportRow>

/** The project's records by the names that the spreadsheet uses. */
export interface ReceiptLookups {
  /** Ids by name. */
  types: ReadonlyMap<string, string>
  /** Codes by contract number. */
  contracts: ReadonlyMap<string, string>
  references: References
}

type Field = Exclude<keyof ReceiptBody, 'version'>

/** Each column of the receipts' spreadsheet (api.md §6), by the form's field and in its order. */
export const COLUMNS = {
  investment_at: {
    title: '收款时间',
    required: true,
    width: 18,
    sample: '示例：2026-01-15',
    field: 'investment_at',
    read: readDay,
    kind: 'date',
    value: (receipt) => receipt.investment_at,
  },
  investor: {
    title: '投资方',
    required: true,
    width: 32,
    sample: '北京某某影业有限公司',
    field: 'investor',
    read: readText,
    value: (receipt) => receipt.investor,
  },
  investment_category_id: {
    title: '投资类型',
    required: true,
    width: 16,
    sample: '自有资金',
    field: 'investment_category_id',
    read: readWord(
      ({ types }) => types,
      (words) => unknownWord('投资类型不存在', words),
    ),
    value: (receipt) => receipt.category,
  },
  amount: {
    title: '收款金额',
    required: true,
    width: 18,
    sample: '1,000,000.00',
    field: 'amount',
    read: readAmount,
    kind: 'money',
    summed: true,
    value: (receipt) => receipt.amount,
  },
  contract_code: {
    title: '合同编号',
    width: 18,
    sample: '',
    field: 'contract_code',
    read: readWord(({ contracts }) => contracts, '合同编号不存在'),
    value: (receipt) => receipt.contract,
    behind: [{ title: '合同主体', width: 28, value: (receipt) => receipt.customer }],
  },
  desc: {
    title: '说明',
    width: 40,
    sample: '第一期投资款',
    field: 'desc',
    read: readText,
    value: (receipt) => receipt.description,
    behind: [
      { title: '创建人', width: 12, value: (receipt) => receipt.creator },
      { title: '创建时间', kind: 'minute', width: 18, value: (receipt) => receipt.created },
    ],
  },
} satisfies { [F in Field]: SheetColumn & FieldColumn<F, ReceiptLookups> & Exported<ExportedReceipt> }
