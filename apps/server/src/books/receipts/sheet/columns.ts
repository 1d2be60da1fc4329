import { unknownWord } from '@pianzhang/contract/lists'
import { RECEIPT_FIELDS, type ReceiptBody } from '@pianzhang/contract/receipts'
import type { RecordRow } from '../../../platform/lists/record-rows.ts'
import { readAmount, readDay, readText, readWord } from '../../../platform/sheet-import/cells.ts'
import { fieldColumns } from '../../../platform/sheet-import/fields.ts'
import type { ReceiptRow } from '../load.ts'
import type { References } from '../rules.ts'

/** A receipt as the export reads it. */
export type ReceiptExportRow = ReceiptRow & { customer: string | null }

/** A receipt as the export writes it. */
type ExportedReceipt = RecordRow<ReceiptExportRow>

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
export const COLUMNS = fieldColumns<Field, ExportedReceipt, ReceiptLookups>(RECEIPT_FIELDS, {
  investment_at: {
    required: true,
    width: 18,
    sample: '示例：2026-01-15',
    read: readDay,
    kind: 'date',
    value: (receipt) => receipt.investment_at,
  },
  investor: {
    required: true,
    width: 32,
    sample: '北京某某影业有限公司',
    read: readText,
    value: (receipt) => receipt.investor,
  },
  investment_category_id: {
    required: true,
    width: 16,
    sample: '自有资金',
    read: readWord(
      ({ types }) => types,
      (words) => unknownWord('投资类型不存在', words),
    ),
    value: (receipt) => receipt.category,
  },
  amount: {
    required: true,
    width: 18,
    sample: '1,000,000.00',
    read: readAmount,
    kind: 'money',
    summed: true,
    value: (receipt) => receipt.amount,
  },
  contract_code: {
    width: 18,
    sample: '',
    read: readWord(({ contracts }) => contracts, '合同编号不存在'),
    value: (receipt) => receipt.contract,
    behind: [{ title: '合同主体', width: 28, value: (receipt) => receipt.customer }],
  },
  desc: {
    width: 40,
    sample: '第一期投资款',
    read: readText,
    value: (receipt) => receipt.description,
    behind: [
      { title: '创建人', width: 12, value: (receipt) => receipt.creator },
      { title: '创建时间', kind: 'minute', width: 18, value: (receipt) => receipt.created },
    ],
  },
})
