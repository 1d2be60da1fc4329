import { PAYMENT_FIELDS } from '@pianzhang/contract/payments'
import { mergeFields } from '../../../ui/form/conflict/fields.ts'
import { isSame, type MergeField } from '../../../ui/form/conflict/merge.ts'
import { type Draft, type DraftHeader, type DraftLine, HEADER_FIELDS } from './draft.ts'
import { invoicesText, sentInvoices } from './draftInvoices.ts'
import type { LineOptions } from './options.ts'

/** The fields of a payment and of its lines, as a conflict of two editors compares and names them. */

const header = mergeFields<DraftHeader>()
export const HEADER: readonly MergeField<DraftHeader>[] = header.all(
  HEADER_FIELDS.map((name) => header.text(name, PAYMENT_FIELDS[name])),
)

/** The payee, which stands beside the header in a draft; the same in both where the company has the feature off. */
export const PAYEE: MergeField<Pick<Draft, 'payee'>, 'payee'> = {
  names: ['payee'],
  label: '收款人',
  canonical: ({ payee }) => payee?.code ?? '',
  text: ({ payee }) => payee?.name ?? '',
}

export type Choices = Pick<
  LineOptions,
  'subjectName' | 'channels' | 'categories' | 'vouchers' | 'contracts' | 'invoices'
>
const NO_CHOICES: Choices = {
  subjectName: () => undefined,
  channels: [],
  categories: [],
  vouchers: [],
  contracts: [],
  invoices: [],
}

const line = mergeFields<DraftLine>()
const INSTALMENT: MergeField<DraftLine, 'instalment'> = {
  names: ['instalment'],
  label: '付款期次',
  canonical: ({ instalment }) => instalment?.code ?? '',
  text: ({ instalment }) => instalment?.title ?? '',
}
/** One value: together the invoices pay the line's amount, so that those of two people would pay too much. */
const invoicesField = (invoices: Choices['invoices']): MergeField<DraftLine, 'invoices'> => ({
  names: ['invoices'],
  label: '发票号码',
  canonical: (one) => JSON.stringify(sentInvoices(one.invoices)),
  text: (one) =>
    invoicesText(one.invoices, (code) => invoices.find(({ value }) => value === code)?.main ?? code),
})
/** In the order of the form. */
export const lineFields = ({ subjectName, ...options }: Choices): readonly MergeField<DraftLine>[] =>
  line.all(
    [
      line.shown('subject_three_code', '科目', (code) => (code ? (subjectName(String(code)) ?? '') : '')),
      line.amount('pay_amount', '付款金额'),
      line.choice('pay_channel', '付款方式', options.channels),
      line.choice('pay_category_id', '付款类型', options.categories),
      line.choice('voucher_category', '凭证类型', options.vouchers),
      line.text('face_tax_rate', '票面税率'),
      line.choice('contract_code', '合同编号', options.contracts),
      INSTALMENT,
      invoicesField(options.invoices),
      line.text('no_invoice_reason', '无需发票'),
      line.files('images', '凭证图片'),
      line.text('remark', '备注'),
    ],
    { key: 'own', code: 'own', unread: 'own' },
  )
export const LINE = lineFields(NO_CHOICES)

/** Whether the lines are equal and `one` has no pasted cells that could not be parsed. */
export const isSameLine = (one: DraftLine, other: DraftLine): boolean =>
  Object.keys(one.unread).length === 0 && LINE.every((field) => isSame(field, one, other))
