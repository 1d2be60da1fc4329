import { COUNTED } from './audit-logs.ts'
import { formatYuan } from './money.ts'

/** Values of logged records as a person reads them, and the fields that more than one kind of record has. */

/** A value as text; '' for none. */
type Text = (value: unknown) => string

export interface LoggedField {
  label: string
  text: Text
}

export const plain: Text = (value) => (value === null || value === undefined ? '' : String(value))
const yuan: Text = (value) => (plain(value) === '' ? '' : `${formatYuan(plain(value))} 元`)
/** `2026-11-21T08:00:00.000+08:00` to the second. */
const instant: Text = (value) => plain(value).slice(0, 19).replace('T', ' ')
/** The value under a name of a nested record. */
export const within =
  (name: string): Text =>
  (value) =>
    plain((value as Record<string, unknown> | null)?.[name])
/** `yes` for true, `no` for false. */
export const either =
  (yes: string, no: string): Text =>
  (value) =>
    value === true ? yes : value === false ? no : ''
/** The words of a closed list by code. */
export const oneOf =
  (words: Readonly<Record<string, string>>): Text =>
  (value) =>
    words[plain(value)] ?? plain(value)
/** The items of a list, joined. */
export const each =
  (text: Text): Text =>
  (value) =>
    Array.isArray(value) ? value.map(text).join('、') : counted(value)
export const pictures: Text = (value) =>
  Array.isArray(value) && value.length > 0 ? `${value.length} 张` : ''

/** `共 300 项` of a list that was only counted; else ''. */
export const counted: Text = (value) => {
  const number = (value as Record<string, unknown> | null)?.[COUNTED]
  return number === undefined || number === 0 ? '' : `共 ${plain(number)} 项`
}

export const text = (label: string): LoggedField => ({ label, text: plain })
export const amount = (label: string): LoggedField => ({ label, text: yuan })
export const moment = (label: string): LoggedField => ({ label, text: instant })

type Words = Readonly<Record<string, LoggedField | null>>
/**
 * A form's fields with their labels, in its order: as texts of the same name, or as `others` says of those that a logged record has under another
 * name or as no text.
 */
export const fieldWords = <F extends string>(
  labels: Readonly<Record<F, string>>,
  others?: Readonly<Partial<Record<F, (label: string) => Words>>>,
): Words =>
  Object.assign(
    {},
    ...Object.entries<string>(labels).map(
      ([name, label]) => others?.[name as F]?.(label) ?? { [name]: text(label) },
    ),
  )
/** An amount that the form sends as `amount` is logged as `amount_yuan`. */
export const yuanOf =
  (name: string) =>
  (label: string): Words => ({ [`${name}_yuan`]: amount(label) })
/** An entry of a closed list, `{ <name>_code, <name>_i18n }`. */
export const entryOf =
  (name: string) =>
  (label: string): Words => ({ [name]: { label, text: within(`${name}_i18n`) } })

export const at = (item: unknown, name: string): string => within(name)(item)

export const CONTRACT = {
  contract: { label: '合同编号', text: within('out_code') },
  contract_code: null,
} as const

export const SUBJECT = {
  subject_three_out_code: text('科目编号'),
  subject_one_name: text('一级科目'),
  subject_two_name: text('二级科目'),
  subject_three_name: text('三级科目'),
  subject_three_code: null,
} as const

/** The common fields of records that people enter. */
export const RECORD = {
  creator_name: text('创建人'),
  created_at: moment('创建时间'),
  code: null,
  version: null,
  updated_at: null,
} as const

export const IMPORTED = {
  file_name: text('文件'),
  rows: text('行数'),
  records: text('记录数'),
  notes: { label: '读取说明', text: each(plain) },
} as const

export const PAYEE: LoggedField = { label: '收款人', text: within('name') }
