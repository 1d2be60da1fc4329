import { codeOf, PAY_CHANNELS, unknownWord, VOUCHER_CATEGORIES, WRITE_OFF_CATEGORY } from './lists.ts'
import { byName } from './same-name.ts'
import { plainName } from './text.ts'

/**
 * The columns of a payment's lines in its spreadsheet (api.md §6), for the import and for pasting cells into the
 * editor.
 */
export const LINE_TITLES = {
  subject: '科目编号',
  pay_channel: '付款方式',
  pay_category: '付款类型',
  voucher_category: '凭证类型',
  face_tax_rate: '票面税率',
  contract: '合同编号',
  invoice: '发票号码',
  no_invoice: '无需发票原因',
  pay_amount: '付款金额',
  remark: '备注',
} as const

export type ColumnKey = keyof typeof LINE_TITLES
export const titleOf = (key: ColumnKey) => LINE_TITLES[key]

/** The codes that a form sends, by the words that a spreadsheet has. Null if several records have the same word. */
export interface Lookups {
  /** Subject codes by number. */
  subjects: ReadonlyMap<string, string | null>
  /** Ids of payment types by name. */
  categories: ReadonlyMap<string, string>
  /** Contract codes by number. */
  contracts: ReadonlyMap<string, string>
  /** Invoice codes by number. */
  invoices: ReadonlyMap<string, string | null>
}

/** The columns whose words are converted to codes. */
export type WordColumn =
  | 'subject'
  | 'pay_channel'
  | 'pay_category'
  | 'voucher_category'
  | 'contract'
  | 'invoice'
export type Word = { code: string | null; error?: undefined } | { code?: undefined; error: string }

const FIND: Record<WordColumn, (word: string, lookups: Lookups) => string | null | undefined> = {
  subject: (number, { subjects }) => subjects.get(number),
  pay_channel: (label) => codeOf(PAY_CHANNELS, label),
  pay_category: (name, { categories }) => byName(categories, name),
  voucher_category: (label) => (label === '未填写' ? '' : codeOf(VOUCHER_CATEGORIES, label)),
  contract: (number, { contracts }) => byName(contracts, number),
  invoice: (number, { invoices }) => invoices.get(number),
}
const UNKNOWN: Record<WordColumn, string> = {
  subject: '科目编号不存在',
  pay_channel: '付款方式不存在',
  pay_category: '付款类型不存在',
  voucher_category: '凭证类型不存在',
  contract: '合同编号不存在',
  invoice: '发票号码不存在，或有多张发票使用此号码',
}

/** The words of a list that people know as a whole. */
function wordsOf(column: WordColumn, { categories }: Lookups): readonly string[] {
  if (column === 'pay_channel') return PAY_CHANNELS.map(({ label }) => label)
  return column === 'pay_category' ? [...categories.keys()] : []
}

/**
 * Converts the trimmed text of a cell to its code. Empty gives null, which the form's schema may refuse; an unknown
 * word is an error. A word that matches no name is tried again without invisible characters, as names are stored without them.
 */
export function readWord(column: WordColumn, text: string, lookups: Lookups): Word {
  if (text === '') return { code: null }
  const find = FIND[column]
  const code = find(text, lookups) ?? find(plainName(text), lookups)
  if (code !== null && code !== undefined) return { code }
  if (column === 'pay_category' && text === WRITE_OFF_CATEGORY)
    return { error: `${WRITE_OFF_CATEGORY}由核销生成，不能导入` }
  return { error: unknownWord(UNKNOWN[column], wordsOf(column, lookups)) }
}

/** An invoice in a cell: its number, and how much of it in brackets where the row does not use as much of it as there is. */
const INVOICE_IN_CELL = /^(.*?)\s*[（(]\s*([^（()）]*?)\s*[)）]$/

/** The invoices of a cell, `12345678、23456789（50.00）`: their codes, and their amounts as they are written. */
export function readInvoices(
  text: string,
  lookups: Lookups,
): { invoices: { code: string; amount?: string }[] } | { error: string } {
  const invoices: { code: string; amount?: string }[] = []
  for (const part of text.split(/[、；;]/).map((one) => one.trim())) {
    if (part === '') continue
    const [, number = part, amount] = INVOICE_IN_CELL.exec(part) ?? []
    const { code, error } = readWord('invoice', number, lookups)
    if (error !== undefined || code === null) return { error: error ?? '发票号码不能为空' }
    invoices.push({ code, ...(amount !== undefined && { amount }) })
  }
  return { invoices }
}
