import { AIR, INVOICE_TYPES, isListed, OTHER, RAIL } from '@pianzhang/einvoice/types'
import { type Fen, parseYuan } from './money.ts'

export { INVOICE_TYPES }

const OTHER_INVOICE_TYPE = '其他发票'
/** What the page sends for 其他发票, such as paper tickets; the API takes any two digits. */
export const OTHER_INVOICE_CODE = OTHER

export const isKnownType = isListed

/** The label of a type's code: '' for the empty code, 其他发票 for a code that is not in the list. */
export const invoiceTypeName = (code: string): string =>
  code === '' ? '' : (INVOICE_TYPES.find((type) => type.code === code)?.label ?? OTHER_INVOICE_TYPE)

/** The fields that a person may type; null and '' are empty. */
interface InvoiceFigures {
  invoice_type: string
  invoice_code: string
  invoice_number: string
  billing_date: string | null
  total_amount: Fen | string | number | null
  amount_without_tax: Fen | string | number | null
  check_code: string
  seller_tax_no: string
  seller_name: string
}
export type InvoiceField = keyof InvoiceFigures

export const INVOICE_LABELS: Readonly<Record<InvoiceField, string>> = {
  invoice_type: '发票类型',
  invoice_code: '发票代码',
  invoice_number: '发票号码',
  billing_date: '开票日期',
  total_amount: '价税合计',
  amount_without_tax: '不含税金额',
  check_code: '校验码',
  seller_tax_no: '销售方税号',
  seller_name: '销售方名称',
}

/** The message for a missing field, such as 请输入发票号码 or 请选择开票日期. */
export const lacking = (field: InvoiceField): string =>
  `请${field === 'invoice_type' || field === 'billing_date' ? '选择' : '输入'}${INVOICE_LABELS[field]}`

/** 数电 invoices and tickets have a number of 20 digits, unique in the country, and no code (国家税务总局公告2024年第11号). */
const ELECTRONIC = new Set(['31', '32', RAIL, AIR])
const ELECTRONIC_NUMBER = /^\d{20}$/

const isElectronic = (type: string, number: string): boolean =>
  ELECTRONIC.has(type) || ELECTRONIC_NUMBER.test(number)

/**
 * The fields that a look-up at the tax authority needs (`lookup`), or that an invoice needs to pass a manual check (`manual`). An invoice
 * with a number of 20 digits has no code, so it is looked up like a 数电 invoice even if its type is another or not known. Any other number
 * is unique only together with its code, or for tickets, which have none, with the type.
 */
export function requiredFields(
  mode: 'lookup' | 'manual',
  type: string,
  number = '',
): readonly InvoiceField[] {
  const electronic = isElectronic(type, number)
  if (mode === 'manual') {
    if (electronic) return ['invoice_number']
    return ['invoice_number', 'invoice_type', ...(isKnownType(type) ? (['invoice_code'] as const) : [])]
  }
  const code: InvoiceField[] = electronic ? [] : ['invoice_code']
  const further: InvoiceField = electronic
    ? 'total_amount'
    : ['01', '08', '03'].includes(type)
      ? 'amount_without_tax'
      : ['04', '10', '11', '14'].includes(type)
        ? 'check_code'
        : 'seller_tax_no'
  return ['invoice_number', 'billing_date', ...code, further]
}

interface FigureFault {
  field: InvoiceField
  message: string
}

/** What is wrong with the figures taken together: the forms that a type's code and number have, amounts that exclude each other. */
export function figureFaults(figures: Partial<InvoiceFigures>): FigureFault[] {
  const { invoice_type: type = '', invoice_code: code = '', invoice_number: number = '' } = figures
  const faults: FigureFault[] = []
  if (ELECTRONIC.has(type)) {
    if (number !== '' && !ELECTRONIC_NUMBER.test(number))
      faults.push({ field: 'invoice_number', message: '数电票的发票号码为20位数字' })
    if (code !== '') faults.push({ field: 'invoice_code', message: '数电票没有发票代码，请留空' })
  } else if (isKnownType(type)) {
    if (number !== '' && !/^(\d{8}|\d{20})$/.test(number))
      faults.push({ field: 'invoice_number', message: '发票号码为8位数字' })
    if (code !== '' && !/^(\d{10}|\d{12})$/.test(code))
      faults.push({ field: 'invoice_code', message: '发票代码为10位或12位数字' })
  }
  const total = amount(figures.total_amount)
  const net = amount(figures.amount_without_tax)
  // Tax has the sign of the amount, so the total is at least as far from 0.
  if (total !== null && net !== null && ((net > 0n && total < net) || (net < 0n && total > net)))
    faults.push({ field: 'total_amount', message: '价税合计与不含税金额不符' })
  return faults
}

const amount = (value: Fen | string | number | null | undefined): Fen | null =>
  value === null || value === undefined ? null : typeof value === 'bigint' ? value : parseYuan(value)
