import { codeOf, PAY_CHANNELS, VOUCHER_CATEGORIES, WRITE_OFF_CATEGORY } from './lists.ts'

/** The columns of the payments' spreadsheet (api.md §6): import and pasted cells find them by title, template and export write them. */
export const COLUMNS = [
  { key: 'sequence', title: '付款序号', required: true },
  { key: 'pay_at', title: '付款时间', required: true },
  { key: 'payer', title: '付款方', required: true },
  { key: 'post', title: '部门/岗位', required: false },
  { key: 'summary', title: '摘要', required: false },
  { key: 'subject', title: '科目编号', required: true },
  { key: 'pay_channel', title: '付款方式', required: true },
  { key: 'pay_category', title: '付款类型', required: true },
  { key: 'voucher_category', title: '凭证类型', required: false },
  { key: 'face_tax_rate', title: '票面税率', required: false },
  { key: 'contract', title: '合同编号', required: false },
  { key: 'invoice', title: '发票号码', required: false },
  { key: 'pay_amount', title: '付款金额', required: true },
  { key: 'remark', title: '备注', required: false },
] as const

export type ColumnKey = (typeof COLUMNS)[number]['key']
export const titleOf = (key: ColumnKey) => COLUMNS.find((column) => column.key === key)?.title ?? key

/** A title as it is compared: it may carry its `*`, spaces, full-width signs and a unit such as （元）. */
export const plainTitle = (title: string): string =>
  title
    .normalize('NFKC')
    .replace(/[\s*]/g, '')
    .replace(/\(元\)$/, '')

/** From what a spreadsheet says to the codes that the form would send. Null where several have the same word. */
export interface Lookups {
  /** Subject code by number. */
  subjects: ReadonlyMap<string, string | null>
  /** Payment type's id by name. */
  categories: ReadonlyMap<string, string>
  /** Contract code by its number. */
  contracts: ReadonlyMap<string, string>
  /** Invoice code by its number. */
  invoices: ReadonlyMap<string, string | null>
}

/** The columns whose words stand for something else. */
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
  pay_category: (name, { categories }) => categories.get(name),
  voucher_category: (label) => (label === '未填写' ? '' : codeOf(VOUCHER_CATEGORIES, label)),
  contract: (number, { contracts }) => contracts.get(number),
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

/** What the trimmed text of a cell stands for. Empty is null, which may be wrong for the form; unknown is wrong here already. */
export function readWord(column: WordColumn, text: string, lookups: Lookups): Word {
  if (text === '') return { code: null }
  const code = FIND[column](text, lookups)
  if (code !== null && code !== undefined) return { code }
  if (column === 'pay_category' && text === WRITE_OFF_CATEGORY)
    return { error: `${WRITE_OFF_CATEGORY}由核销生成，不能导入` }
  return { error: UNKNOWN[column] }
}
