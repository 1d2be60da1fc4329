import { expect, test } from 'vitest'
import type { InvoiceOption } from '../../invoices/picker/figures.ts'
import { invoiceWords } from '../../invoices/picker/figures.ts'
import { blankLine, type DraftLine, lineAt, newDraft } from './draft.ts'
import { chooseInvoices, invoiceDiffers, kindDiffers } from './invoiceFigures.ts'

const invoice = (changes: Partial<InvoiceOption> = {}): InvoiceOption => ({
  code: 'i1',
  invoice_number: '26112000000000777777',
  invoice_type: '32',
  invoice_type_i18n: '数电票(普通)',
  billing_date: '2026-11-18',
  total_amount_yuan: '1000.00',
  amount_without_tax_yuan: '943.40',
  tax_amount_yuan: '56.60',
  seller_name: '某某影视器材',
  left_amount_yuan: null,
  ...changes,
})

/** The line after the invoice was chosen for it. */
const chosen = (of: InvoiceOption, line: Partial<DraftLine> = {}) => {
  const draft = newDraft('2026-11-25', line)
  return lineAt(chooseInvoices(draft, draft.active, [of], 0), draft.active)
}

test('an invoice fills voucher type, rate and amount where they are empty', () => {
  expect(chosen(invoice())).toMatchObject({
    ...{
      invoices: [{ code: 'i1', amount: '' }],
      voucher_category: '6',
      face_tax_rate: '6%',
      pay_amount: '1000.00',
    },
  })
  const typed = { voucher_category: '2', face_tax_rate: '3%', pay_amount: '943.4' }
  expect(chosen(invoice(), typed)).toMatchObject({
    invoices: [{ code: 'i1', amount: '' }],
    ...typed,
  })
})

test('several fill the amount with what is left of them together; another one takes the place of one', () => {
  const [first, second] = [
    invoice({ left_amount_yuan: '400.00' }),
    invoice({ code: 'i2', left_amount_yuan: '30.00' }),
  ]
  const empty = newDraft('2026-11-25')
  const both = chooseInvoices(empty, empty.active, [first, second], 100)
  expect(both.lines[0]).toMatchObject({
    invoices: [
      { code: 'i1', amount: '' },
      { code: 'i2', amount: '' },
    ],
    pay_amount: '430.00',
  })
  const third = chooseInvoices(both, both.active, [invoice({ code: 'i3' })], 0)
  expect(third.lines[0]).toMatchObject({
    invoices: [{ code: 'i3' }, { code: 'i2' }],
    pay_amount: '430.00',
  })
})

test('what an invoice does not say stays empty', () => {
  const net = invoice({
    ...{ invoice_type: '10', invoice_type_i18n: '电子普通发票' },
    ...{ total_amount_yuan: null, tax_amount_yuan: null },
  })
  // What is paid is with tax, so that a net amount is not filled in.
  expect(chosen(net)).toMatchObject({ voucher_category: '4', face_tax_rate: null, pay_amount: '' })
  const other = invoice({ invoice_type: '99', invoice_type_i18n: '其他发票' })
  expect(chosen(other)?.voucher_category).toBeNull()
  // 0%, 免税 or 不征税.
  expect(chosen(invoice({ tax_amount_yuan: '0.00' }))?.face_tax_rate).toBeNull()
  // An invoice of two rates, and one so small that several would do.
  expect(chosen(invoice({ tax_amount_yuan: '70.00' }))?.face_tax_rate).toBeNull()
  expect(
    chosen(invoice({ amount_without_tax_yuan: '1.00', tax_amount_yuan: '0.06' }))?.face_tax_rate,
  ).toBeNull()
  // Lines that are rounded each, and a red invoice.
  expect(chosen(invoice({ tax_amount_yuan: '56.63' }))?.face_tax_rate).toBe('6%')
  const red = { amount_without_tax_yuan: '-943.40', tax_amount_yuan: '-56.60', total_amount_yuan: '-1000.00' }
  expect(chosen(invoice(red))).toMatchObject({ face_tax_rate: '6%', pay_amount: '-1000.00' })
  expect(chosen(invoice({ invoice_type: '11', invoice_type_i18n: '增值税普通发票(卷式)' }))).toMatchObject({
    voucher_category: '2',
  })
})

test('what line and invoice disagree on', () => {
  const differs = (line: Partial<DraftLine>, of = invoice()) =>
    invoiceDiffers(of, { ...blankLine(), ...line })
  expect(differs({})).toEqual([])
  expect(differs({ pay_amount: '1,000', face_tax_rate: '6%', voucher_category: '6' })).toEqual([])
  expect(differs({ pay_amount: '943.4', face_tax_rate: '3%', voucher_category: '2' })).toEqual([
    '发票含税 1,000.00，本行 943.40',
    '发票税率 6%，本行 3%',
    '发票为数电票(普通)，本行凭证类型为增值税普通发票',
  ])
  expect(kindDiffers(invoice(), { ...blankLine(), pay_amount: '943.4', face_tax_rate: '3%' })).toEqual([
    '发票税率 6%，本行 3%',
  ])
  const net = invoice({ total_amount_yuan: null, tax_amount_yuan: null })
  expect(differs({ pay_amount: '900' }, net)).toEqual(['发票不含税 943.40，本行 900.00'])
  expect(differs({ pay_amount: '1000', face_tax_rate: '13%' }, net)).toEqual([])
})

test('an option says type, date, amount and whether it is with tax', () => {
  expect(invoiceWords(invoice())).toBe('数电票(普通)　2026-11-18　含税 1,000.00 元')
  expect(invoiceWords(invoice({ total_amount_yuan: null }))).toBe(
    '数电票(普通)　2026-11-18　不含税 943.40 元',
  )
  expect(
    invoiceWords(invoice({ billing_date: null, total_amount_yuan: null, amount_without_tax_yuan: null })),
  ).toBe('数电票(普通)')
})
