import type { FormatColumn, TransferFormat } from './formats/format.ts'
import { cutToGbk, gbkLength, notInGbk } from './gbk.ts'

/** What the file says of a payment; texts as they are stored. */
export interface Transfer {
  position: number
  /** The payment's number. */
  code: string
  name: string
  account_name: string
  account: string
  bank_name: string
  bank_code: string
  province: string
  city: string
  phone: string
  purpose: string
  /** Fen. */
  amount: bigint
}

/** What all rows of a batch share. `date`: its day, `YYYY-MM-DD`. */
export interface Payer {
  pay_account: string
  pay_account_name: string
  pay_bank_name: string
  urgent: boolean
  date: string
}

/** `|`, `,` and line ends part fields in files of banks, so in a text they become full-width. */
const apart = (text: string): string =>
  text
    .replace(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/g, '　')
    .replaceAll('|', '｜')
    .replaceAll(',', '，')
    .replaceAll('\t', '　')

/**
 * Whether a branch's name begins with one of these names of a bank. Only its beginning counts: 建行 is also in 中国银行福建行政中心支行, and a building may be
 * called after another bank.
 */
function isBranchOf(branch: string, names: readonly string[]): boolean {
  const text = branch.replace(/\s/g, '').toUpperCase()
  return names.some((name) => text.startsWith(name) || text.startsWith(`中国${name}`))
}

function given(column: FormatColumn, transfer: Transfer, payer: Payer): string {
  const { value, text, by_bank, by_speed } = column
  if (text !== undefined) return text
  if (by_bank) {
    return isBranchOf(transfer.bank_name, by_bank.of) ? by_bank.own : by_bank.other
  }
  if (by_speed) return payer.urgent ? by_speed.urgent : by_speed.normal
  switch (value) {
    case undefined:
      return ''
    case 'position':
      return String(transfer.position)
    case 'payment':
      return transfer.code
    case 'date':
      return payer.date.replaceAll('-', '')
    case 'pay_account':
    case 'pay_account_name':
    case 'pay_bank_name':
      return apart(payer[value])
    case 'amount':
      return String(transfer.amount)
    default:
      return apart(transfer[value])
  }
}

/** A column's text in a row; what is too long for the bank is cut where the format says so. */
export function fieldText(column: FormatColumn, transfer: Transfer, payer: Payer): string {
  const text = given(column, transfer, payer)
  return column.shorten && column.bytes !== undefined ? cutToGbk(text, column.bytes) : text
}

/** The problem of an account without a bank, whose name tells the bank's own accounts; undefined: none, or a column demands the name anyway. */
function bankUnknown(columns: readonly FormatColumn[], { bank_name }: Transfer): string | undefined {
  const of = columns.find(({ by_bank }) => by_bank)?.by_bank?.of
  const isDemanded = columns.some(({ value, required }) => value === 'bank_name' && required)
  return of && !isDemanded && bank_name.trim() === ''
    ? `收款人没有开户行，无法判断是否${of[0]}账户`
    : undefined
}

/** What the bank would refuse in a row, and what a person should know of it. */
export function checkRow(
  { columns, gbk }: TransferFormat,
  transfer: Transfer,
  payer: Payer,
): { problems: string[]; warnings: string[] } {
  const problems: string[] = []
  const warnings: string[] = []
  const unknown = bankUnknown(columns, transfer)
  if (unknown !== undefined) problems.push(unknown)
  for (const column of columns) {
    if (column.value === 'amount') continue
    const title = column.title.replace(/^\*/, '').replace(/（.*）$/, '')
    const text = given(column, transfer, payer)
    const strange = gbk ? notInGbk(text) : undefined
    if (column.required && text.trim() === '') problems.push(`${title}不能为空`)
    else if (strange !== undefined) problems.push(`${title}含有银行不支持的字符“${strange}”`)
    else if (column.bytes !== undefined && gbkLength(text) > column.bytes) {
      const length = `${title}过长（${gbkLength(text)}字节，银行最多${column.bytes}字节）`
      if (column.shorten) warnings.push(`${length}，文件中为“${cutToGbk(text, column.bytes)}”`)
      else problems.push(length)
    }
  }
  return { problems: [...new Set(problems)], warnings: [...new Set(warnings)] }
}
