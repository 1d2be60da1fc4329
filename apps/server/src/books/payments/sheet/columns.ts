import {
  FACE_TAX_RATES,
  labelOf,
  PAY_CHANNELS,
  VOUCHER_CATEGORIES,
  WRITE_OFF_CATEGORY,
} from '@pianzhang/contract/lists'
import { nearerZero, yuan } from '@pianzhang/contract/money'
import { type Lookups, readInvoices, readWord, type WordColumn } from '@pianzhang/contract/payment-sheet'
import {
  PAYMENT_FIELDS,
  PAYMENT_LINE_FIELDS,
  type PaymentLineField,
  paymentBody,
} from '@pianzhang/contract/payments'
import { byName, isOneOfSeveral } from '@pianzhang/contract/same-name'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { BookedSubject } from '../../../base/subjects/booked-subjects.ts'
import type { Database } from '../../../platform/database/schema.ts'
import type { RecordRow } from '../../../platform/lists/record-rows.ts'
import {
  type ReadCell,
  readAmount,
  readDay,
  readName,
  readRate,
  readText,
} from '../../../platform/sheet-import/cells.ts'
import type { Exported, SheetColumn } from '../../../platform/sheet-import/columns.ts'
import { fieldColumns } from '../../../platform/sheet-import/fields.ts'

/** The schema of a payment's own fields, as in the form. */
const headerSchema = paymentBody.omit({
  payee_code: true,
  cost_execution_details: true,
  version: true,
})
export type PaymentHeader = z.output<typeof headerSchema>

/** What is read in a row's own fields of the payment. */
export const headerShape = { ...headerSchema.shape, payee_code: paymentBody.shape.payee_code }
/** Words of the payment's own fields, besides those of its lines. */
export interface SheetLookups extends Lookups {
  /** Codes of payees by their words in spreadsheets; empty without the feature. */
  payees: ReadonlyMap<string, string | null>
}

type Payment = Selectable<Database['payments']>
type Detail = Selectable<Database['payment_lines']>
/** A line with its payment, as the export reads it. */
export type LineRow = Pick<Payment, keyof PaymentHeader | 'payee_id' | 'code' | 'creator_id' | 'created_at'> &
  Omit<Detail, 'project_id' | 'id' | 'code' | 'payment_id' | 'position' | 'contract_id'> & {
    contract: string | null
    customer: string | null
    /** In order; amounts in fen, `worth`: what the invoice has to give. */
    invoices: { number: string; amount: string; worth: string | null }[] | null
    /** The number of the petty cash detail that the payment was posted for. */
    imprest: string | null
    vouchers: number
  }

/** A line with its payment, as the export writes it. */
export type ExportedLine = RecordRow<LineRow> & {
  subject: BookedSubject | undefined
  /** Null for a line that a write-off posted. */
  pay_category: string | null
  payee: string | undefined
}

/** Reads a word as its code. An empty cell is read as null, an unknown word is a mistake. */
const word =
  (key: WordColumn): ReadCell<Lookups> =>
  (cell, wrong, lookups) => {
    const { code, error } = readWord(key, readText(cell, wrong), lookups)
    if (error !== undefined) wrong(error)
    return code ?? null
  }

/** Columns of the payment, which must be equal in all rows of one payment. */
export const HEADER = fieldColumns<keyof PaymentHeader, ExportedLine>(PAYMENT_FIELDS, {
  pay_at: {
    required: true,
    width: 13,
    sample: '2026-01-15',
    read: readDay,
    kind: 'date',
    value: (line) => line.pay_at,
  },
  payer: {
    required: true,
    width: 32,
    sample: '北京某某影视器材有限公司',
    read: readText,
    value: (line) => line.payer,
  },
  post: {
    width: 14,
    sample: '摄影组',
    read: readText,
    value: (line) => line.post,
  },
  summary: {
    width: 40,
    sample: '摄影机租赁费第一期',
    read: readText,
    value: (line) => line.summary,
  },
})

const readPayee = readName<SheetLookups>(
  ({ payees }) => payees,
  (cell, wrong, { payees }) => {
    const word = readText(cell, wrong)
    if (word === '') return null
    const found = byName(payees, word)
    const code = found === undefined && isOneOfSeveral(payees, word) ? null : found
    if (code === null)
      wrong('有多个收款人使用此名称，请写明账号尾号，如“某某公司（尾号1234）”；没有账号的写“（无账号）”')
    if (code === undefined) wrong('收款人不存在，请先在“收款人”中新增')
    return code ?? null
  },
)

/** The payment's payee, by name; a column of projects whose company has the feature. */
export const PAYEE = fieldColumns<'payee_code', ExportedLine, SheetLookups>(
  { payee_code: '收款人' },
  { payee_code: { width: 28, sample: '', read: readPayee, value: (line) => line.payee } },
)

/** The numbers of a line's invoices, with the amount of those of which the line does not use as much as the import would take by itself. */
function invoicesText({ invoices, pay_amount }: Pick<LineRow, 'invoices' | 'pay_amount'>): string | null {
  let rest = pay_amount
  const texts = (invoices ?? []).map(({ number, amount, worth }) => {
    const [fen, most] = [BigInt(amount), worth === null ? rest : nearerZero(BigInt(worth), rest)]
    rest -= fen
    return fen === most ? number : `${number}（${yuan(fen)}）`
  })
  return texts.length === 0 ? null : texts.join('、')
}

/** Columns of the line that a row contains. */
export const LINE = fieldColumns<PaymentLineField, ExportedLine, Lookups>(PAYMENT_LINE_FIELDS, {
  subject_three_code: {
    required: true,
    width: 12,
    sample: '24000101',
    read: word('subject_three_code'),
    value: (line) => line.subject?.out_code,
    behind: [
      { title: '一级科目', width: 18, value: (line) => line.subject?.one_name },
      { title: '二级科目', width: 18, value: (line) => line.subject?.two_name },
      { title: '三级科目', width: 22, value: (line) => line.subject?.three_name },
    ],
  },
  pay_channel: {
    required: true,
    width: 12,
    sample: '银行转账',
    options: PAY_CHANNELS.map((entry) => entry.label),
    read: word('pay_channel'),
    value: (line) => labelOf(PAY_CHANNELS, String(line.pay_channel)),
  },
  pay_category_id: {
    required: true,
    width: 12,
    sample: '进度款',
    read: readName(({ categories }) => categories, word('pay_category_id')),
    value: (line) => line.pay_category ?? WRITE_OFF_CATEGORY,
  },
  voucher_category: {
    width: 20,
    sample: '增值税专用发票',
    options: VOUCHER_CATEGORIES.map((entry) => entry.label),
    read: word('voucher_category'),
    value: ({ voucher_category: code }) => labelOf(VOUCHER_CATEGORIES, code === null ? null : String(code)),
  },
  face_tax_rate: {
    width: 10,
    sample: '13%',
    options: FACE_TAX_RATES,
    read: readRate,
    value: (line) => line.face_tax_rate,
  },
  contract_code: {
    width: 18,
    sample: '',
    read: readName(({ contracts }) => contracts, word('contract_code')),
    value: (line) => line.contract,
    behind: [{ title: '合同主体', width: 28, value: (line) => line.customer }],
  },
  invoices: {
    width: 24,
    sample: '',
    read: (cell, wrong, lookups) => {
      const read = readInvoices(readText(cell, wrong), lookups)
      if ('error' in read) wrong(read.error)
      return 'invoices' in read && read.invoices.length > 0 ? read.invoices : undefined
    },
    value: (line) => invoicesText(line),
  },
  no_invoice_reason: {
    width: 18,
    sample: '',
    read: readText,
    value: (line) => line.no_invoice_reason,
  },
  pay_amount: {
    required: true,
    width: 18,
    sample: '54,000.00',
    read: readAmount,
    kind: 'money',
    summed: true,
    value: (line) => line.pay_amount,
  },
  remark: {
    width: 30,
    sample: '',
    read: readText,
    value: (line) => line.remark,
    behind: [
      { title: '凭证图片（张）', kind: 'number', value: (line) => line.vouchers },
      { title: '创建人', width: 12, value: (line) => line.creator },
      { title: '创建时间', kind: 'minute', width: 18, value: (line) => line.created },
      { title: '备用金编号', width: 18, value: (line) => line.imprest },
    ],
  },
})

/** Rows with the same value in this column are lines of one payment. An export writes the payment's number. */
const SEQUENCE = {
  sequence: {
    title: '付款序号',
    alsoCalled: ['付款编号'],
    required: true,
    width: 18,
    sample: '示例（相同序号为同一笔付款的多条明细）',
    value: (line) => line.code,
  },
} satisfies Record<string, SheetColumn & Exported<ExportedLine>>

const { pay_at, payer, ...described } = HEADER
/** The columns of the payments' spreadsheet in their order. */
export const ALL_COLUMNS = { ...SEQUENCE, pay_at, payer, ...PAYEE, ...described, ...LINE }
export type PaymentColumn = keyof typeof ALL_COLUMNS
