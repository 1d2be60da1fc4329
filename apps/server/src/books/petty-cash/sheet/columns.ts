import {
  FACE_TAX_RATES,
  labelOf,
  NO_VOUCHER_CATEGORY,
  PAY_CHANNELS,
  VOUCHER_CATEGORIES,
} from '@pianzhang/contract/lists'
import { PETTY_CASH_FIELDS, type PettyCashBody } from '@pianzhang/contract/petty-cash'
import type { BookedSubject } from '../../../base/subjects/booked-subjects.ts'
import type { RecordRow } from '../../../platform/lists/record-rows.ts'
import {
  type ReadCell,
  readAmount,
  readDay,
  readLabel,
  readRate,
  readText,
  readWord,
} from '../../../platform/sheet-import/cells.ts'
import { fieldColumns } from '../../../platform/sheet-import/fields.ts'
import type { PettyCashRow } from '../load.ts'
import type { References } from '../rules.ts'

/** A detail as the export reads it. */
export type PettyCashExportRow = PettyCashRow & {
  contract: string | null
  customer: string | null
  vouchers: number
}

/** A detail as the export writes it. */
type ExportedDetail = RecordRow<PettyCashExportRow> & {
  subject: BookedSubject | undefined
  written_off: string
}

/** The project's records that rows of the spreadsheet may refer to. */
export interface PettyCashLookups {
  /** Subject codes by number. */
  subjects: ReadonlyMap<string, string>
  /** Contract codes by number. */
  contracts: ReadonlyMap<string, string>
  references: References
}

type Field = Exclude<keyof PettyCashBody, 'version' | 'voucher_attachment_codes'>

/** Constants with a type: written inside `COLUMNS`, the look-ups would be inferred as `unknown`. */
const readSubject: ReadCell<PettyCashLookups> = readWord(({ subjects }) => subjects, '科目编号不存在')
const readContract: ReadCell<PettyCashLookups> = readWord(({ contracts }) => contracts, '合同编号不存在')

/** The word that charts show for details without a voucher type is read as empty. */
const readVoucher = readLabel([{ ...NO_VOUCHER_CATEGORY, code: '' }, ...VOUCHER_CATEGORIES], '凭证类型不存在')

/** The columns of the petty cash spreadsheet (api.md §6) by field of the form, in the order of the form. */
export const COLUMNS = fieldColumns<Field, ExportedDetail, PettyCashLookups>(PETTY_CASH_FIELDS, {
  pay_at: {
    required: true,
    width: 18,
    sample: '示例：2026-01-15',
    read: readDay,
    kind: 'date',
    value: (detail) => detail.pay_at,
  },
  payer: {
    required: true,
    width: 32,
    sample: '王某某',
    read: readText,
    value: (detail) => detail.payer,
  },
  post: {
    width: 14,
    sample: '生活制片',
    read: readText,
    value: (detail) => detail.post,
  },
  summary: {
    width: 40,
    sample: '现场饮用水与冰块',
    read: readText,
    value: (detail) => detail.summary,
  },
  subject_three_code: {
    required: true,
    width: 12,
    sample: '24000101',
    read: readSubject,
    value: (detail) => detail.subject?.out_code,
    behind: [
      { title: '一级科目', width: 18, value: (detail) => detail.subject?.one_name },
      { title: '二级科目', width: 18, value: (detail) => detail.subject?.two_name },
      { title: '三级科目', width: 22, value: (detail) => detail.subject?.three_name },
    ],
  },
  pay_channel: {
    required: true,
    width: 12,
    sample: '微信',
    options: PAY_CHANNELS.map(({ label }) => label),
    read: readLabel(PAY_CHANNELS, '付款方式不存在'),
    value: (detail) => labelOf(PAY_CHANNELS, String(detail.pay_channel)),
  },
  voucher_category: {
    width: 20,
    sample: '电子普通发票',
    options: VOUCHER_CATEGORIES.map(({ label }) => label),
    read: readVoucher,
    value: ({ voucher_category: code }) => labelOf(VOUCHER_CATEGORIES, code === null ? null : String(code)),
  },
  face_tax_rate: {
    width: 10,
    sample: '6%',
    options: FACE_TAX_RATES,
    read: readRate,
    value: (detail) => detail.face_tax_rate,
  },
  contract_code: {
    width: 18,
    sample: '',
    read: readContract,
    value: (detail) => detail.contract,
    behind: [{ title: '合同主体', width: 28, value: (detail) => detail.customer }],
  },
  pay_amount: {
    required: true,
    width: 18,
    sample: '1,234.50',
    read: readAmount,
    kind: 'money',
    summed: true,
    value: (detail) => detail.pay_amount,
  },
  remark: {
    width: 30,
    sample: '',
    read: readText,
    value: (detail) => detail.remark,
    behind: [
      { title: '凭证图片（张）', kind: 'number', value: (detail) => detail.vouchers },
      { title: '核销时间', kind: 'minute', width: 18, value: (detail) => detail.written_off },
      { title: '创建人', width: 12, value: (detail) => detail.creator },
      { title: '创建时间', kind: 'minute', width: 18, value: (detail) => detail.created },
      { title: '付款编号', width: 18, value: (detail) => detail.cost_execution_code },
    ],
  },
})
