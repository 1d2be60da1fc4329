import {
  FACE_TAX_RATES,
  labelOf,
  NO_VOUCHER_CATEGORY,
  PAY_CHANNELS,
  VOUCHER_CATEGORIES,
} from '@pianzhang/contract/lists'
import type { PettyCashBody } from '@pianzhang/contract/petty-cash'
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
import type { Exported, SheetColumn } from '../../../platform/sheet-import/columns.ts'
import type { FieldColumn } from '../../../platform/sheet-import/fields.ts'
import type { PettyCashRow } from '../load.ts'
import type { References } from '../rules.ts'

/** A detail as the export reads it. */
export type PettyCashExportRow = PettyCashRow & {
  contract: string | null
  customer: string | null
  vouchers: number
}

/** A detail as the export writes it. */
export type ExportedDetail = RecordRow<PettyCashExportRow> & {
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
export const COLUMNS = {
  pay_at: {
    title: '付款时间',
    required: true,
    width: 18,
    sample: '示例：2026-01-15',
    field: 'pay_at',
    read: readDay,
    kind: 'date',
    value: (detail) => detail.pay_at,
  },
  payer: {
    title: '付款方',
    required: true,
    width: 32,
    sample: '王某某',
    field: 'payer',
    read: readText,
    value: (detail) => detail.payer,
  },
  post: {
    title: '部门/岗位',
    width: 14,
    sample: '生活制片',
    field: 'post',
    read: readText,
    value: (detail) => detail.post,
  },
  summary: {
    title: '摘要',
    width: 40,
    sample: '现场饮用水与冰块',
    field: 'summary',
    read: readText,
    value: (detail) => detail.summary,
  },
  subject_three_code: {
    title: '科目编号',
    required: true,
    width: 12,
    sample: '24000101',
    field: 'subject_three_code',
    read: readSubject,
    value: (detail) => detail.subject?.out_code,
    behind: [
      { title: '一级科目', width: 18, value: (detail) => detail.subject?.one_name },
      { title: '二级科目', width: 18, value: (detail) => detail.subject?.two_name },
      { title: '三级科目', width: 22, value: (detail) => detail.subject?.three_name },
    ],
  },
  pay_channel: {
    title: '付款方式',
    required: true,
    width: 12,
    sample: '微信',
    options: PAY_CHANNELS.map(({ label }) => label),
    field: 'pay_channel',
    read: readLabel(PAY_CHANNELS, '付款方式不存在'),
    value: (detail) => labelOf(PAY_CHANNELS, String(detail.pay_channel)),
  },
  voucher_category: {
    title: '凭证类型',
    width: 20,
    sample: '电子普通发票',
    options: VOUCHER_CATEGORIES.map(({ label }) => label),
    field: 'voucher_category',
    read: readVoucher,
    value: ({ voucher_category: code }) => labelOf(VOUCHER_CATEGORIES, code === null ? null : String(code)),
  },
  face_tax_rate: {
    title: '票面税率',
    width: 10,
    sample: '6%',
    options: FACE_TAX_RATES,
    field: 'face_tax_rate',
    read: readRate,
    value: (detail) => detail.face_tax_rate,
  },
  contract_code: {
    title: '合同编号',
    width: 18,
    sample: '',
    field: 'contract_code',
    read: readContract,
    value: (detail) => detail.contract,
    behind: [{ title: '合同主体', width: 28, value: (detail) => detail.customer }],
  },
  pay_amount: {
    title: '付款金额',
    required: true,
    width: 18,
    sample: '1,234.50',
    field: 'pay_amount',
    read: readAmount,
    kind: 'money',
    summed: true,
    value: (detail) => detail.pay_amount,
  },
  remark: {
    title: '备注',
    width: 30,
    sample: '',
    field: 'remark',
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
} satisfies { [F in Field]: SheetColumn & FieldColumn<F, PettyCashLookups> & Exported<ExportedDetail> }
