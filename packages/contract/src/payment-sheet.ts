import { codeOf, PAY_CHANNELS, unknownWord, VOUCHER_CATEGORIES, WRITE_OFF_CATEGORY } from './lists.ts'
import { byName } from './same-name.ts'
import { plainName } from './text.ts'

/** Words of a payment's spreadsheet, for the import and for pasting cells into the editor. */

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
  | 'subject_three_code'
  | 'pay_channel'
  | 'pay_category_id'
  | 'voucher_category'
  | 'contract_code'
  | 'invoices'
type Word = { code: string | null; error?: undefined } | { code?: undefined; error: string }

const FIND: Record<WordColumn, (word: string, lookups: Lookups) => string | null | undefined> = {
  subject_three_code: (number, { subjects }) => subjects.get(number),
  pay_channel: (label) => codeOf(PAY_CHANNELS, label),
  pay_category_id: (name, { categories }) => byName(categories, name),
  voucher_category: (label) => (label === '未填写' ? '' : codeOf(VOUCHER_CATEGORIES, label)),
  contract_code: (number, { contracts }) => byName(contracts, number),
  invoices: (number, { invoices }) => invoices.get(number),
}
const UNKNOWN: Record<WordColumn, string> = {
  subject_three_code: '科目编号不存在',
  pay_channel: '付款方式不存在',
  pay_category_id: '付款类型不存在',
  voucher_category: '凭证类型不存在',
  contract_code: '合同编号不存在',
  invoices: '发票号码不存在，或有多张发票使用此号码',
}

/** The words of a list that people know as a whole. */
function wordsOf(column: WordColumn, { categories }: Lookups): readonly string[] {
  if (column === 'pay_channel') return PAY_CHANNELS.map(({ label }) => label)
  return column === 'pay_category_id' ? [...categories.keys()] : []
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
  if (column === 'pay_category_id' && text === WRITE_OFF_CATEGORY)
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
    const { code, error } = readWord('invoices', number, lookups)
    if (error !== undefined || code === null) return { error: error ?? '发票号码不能为空' }
    invoices.push({ code, ...(amount !== undefined && { amount }) })
  }
  return { invoices }
}
