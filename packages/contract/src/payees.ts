import { z } from 'zod'
import { bankAccountWarning } from './bank-account.ts'
import { idNumberWarning } from './id-number.ts'
import { ACCOUNT_SHOWN, ID_NUMBER_SHOWN, type Secrets } from './masking.ts'
import { amountOutput } from './money.ts'
import { isScientific, plainAccount, plainNumber, plainPhone } from './numbers.ts'
import {
  code,
  codeOrNumber,
  flagQuery,
  listedValues,
  listOf,
  many,
  orAbsent,
  orNull,
  pageQuery,
  queryText,
  rights,
  updateBody,
  version,
} from './page.ts'
import { accountChange } from './payee-link.ts'
import { secretNumber } from './secret-number.ts'
import { longText, nameText, optionalName } from './text.ts'

export const PAYEE_KINDS = [
  { code: '0', label: '个人' },
  { code: '1', label: '单位' },
  { code: '2', label: '个体户' },
] as const

export const ID_TYPES = [
  { code: '1', label: '居民身份证' },
  { code: '2', label: '统一社会信用代码' },
  { code: '3', label: '护照' },
  { code: '4', label: '港澳居民来往内地通行证' },
  { code: '5', label: '台湾居民来往大陆通行证' },
  { code: '6', label: '外国人永久居留身份证' },
  { code: '7', label: '港澳居民居住证' },
  { code: '8', label: '台湾居民居住证' },
  { code: '9', label: '其他' },
] as const

/** Masked in the operation log and in answers. */
export const PAYEE_SECRETS = {
  id_number: ID_NUMBER_SHOWN,
  phone: { head: 3, tail: 4 },
  account: ACCOUNT_SHOWN,
} as const satisfies Secrets

const codesOf = <T extends readonly { code: string }[]>(list: T) =>
  list.map((entry) => entry.code) as [T[number]['code'], ...T[number]['code'][]]

/** A bank account: 8 to 32 digits, or none. */
const accountInput = secretNumber(plainAccount).refine(
  (text) => text === '' || text.includes('*') || isScientific(text) || /^\d{8,32}$/.test(text),
  '收款账号须为8至32位数字',
)

/** What the fields are called: in the log, the spreadsheet, the list and the form. */
export const PAYEE_FIELDS = {
  name: '名称',
  kind: '类型',
  id_type: '证件类型',
  id_number: '证件号码',
  phone: '联系电话',
  bank_name: '开户行',
  bank_code: '联行号',
  province: '所在省',
  city: '所在市',
  account_name: '户名',
  account: '收款账号',
  resident: '居民个人',
  remark: '备注',
} as const

/** A payee in the form and in the import. */
export const payeeBody = z.object({
  name: nameText('请输入收款人名称'),
  kind: codeOrNumber(z.enum(codesOf(PAYEE_KINDS), '请选择收款人类型')),
  id_type: orNull(codeOrNumber(z.enum(codesOf(ID_TYPES), '证件类型不正确'))),
  id_number: secretNumber(plainNumber),
  phone: secretNumber(plainPhone),
  bank_name: optionalName,
  /** 联行号 of the branch. */
  bank_code: optionalName
    .transform(plainNumber)
    .refine((text) => text === '' || /^\d{12}$/.test(text), '联行号须为12位数字'),
  province: optionalName,
  city: optionalName,
  /** Empty: the payee's name. */
  account_name: optionalName,
  account: accountInput,
  /** Of China, by tax law. */
  resident: z
    .boolean('请选择是否居民个人')
    .nullish()
    .transform((value) => value ?? true),
  remark: longText,
})
export type PayeeBody = z.output<typeof payeeBody>
export const payeeUpdate = updateBody(payeeBody).extend({ version })
export type PayeeUpdate = z.output<typeof payeeUpdate>

/** What a save does not refuse, but a person should look at: check digits that do not fit. */
export const payeeWarnings = (payee: {
  kind: number
  id_type: number | null
  id_number: string
  account: string
}): string[] =>
  [
    idNumberWarning(payee.id_number, payee.id_type === null ? null : String(payee.id_type)),
    bankAccountWarning(payee.account, String(payee.kind)),
  ].filter((text) => text !== null)

/** The filters of the list, also of the export. */
const payeeFilters = {
  /** Part of the name, of its pinyin or of its initials; a whole account, ID or phone number. */
  keywords: queryText,
  kinds: listedValues,
  /** `1`: those whose account was changed in the last 7 days. */
  account_changed: flagQuery,
  /** `1`: those without an account. */
  without_account: flagQuery,
  codes: many(code),
}
export const payeeQuery = z.object({ ...pageQuery(), ...payeeFilters })
export type PayeeQuery = z.output<typeof payeeQuery>
export const payeeExportQuery = z.object(payeeFilters)
export type PayeeFilters = z.output<typeof payeeExportQuery>

export const payeeShowQuery = z.object({ reveal: flagQuery })
export type PayeeShowQuery = z.output<typeof payeeShowQuery>

export const payee = z.object({
  code: z.string(),
  version: z.number().int(),
  name: z.string(),
  kind: z.string(),
  kind_i18n: z.string(),
  id_type: z.string().nullable(),
  id_type_i18n: z.string(),
  /** Masked, as are phone and account, unless the query has `reveal`. */
  id_number: z.string(),
  phone: z.string(),
  bank_name: z.string(),
  bank_code: z.string(),
  province: z.string(),
  city: z.string(),
  account_name: z.string(),
  account: z.string(),
  resident: z.boolean(),
  remark: z.string(),
  /** Check digits of ID number and account that do not fit. */
  warnings: z.array(z.string()),
  account_change: accountChange.nullable(),
  creator_name: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  can: rights.extend({ reveal: z.boolean() }),
})
export type Payee = z.output<typeof payee>
export const payeeList = z.object({ ...listOf(payee), can: rights })
export type PayeeList = z.output<typeof payeeList>

/** A payee as a picker offers it. */
const payeeOption = z.object({
  value: z.string(),
  label: z.string(),
  kind_i18n: z.string(),
  bank_name: z.string(),
  /** Masked. */
  account: z.string(),
  account_change: accountChange.nullable(),
})
export type PayeeOption = z.output<typeof payeeOption>
export const payeeSelectQuery = z.object({ keywords: queryText, codes: many(code) })
export type PayeeSelectQuery = z.output<typeof payeeSelectQuery>
export const payeeOptions = z.object(listOf(payeeOption))
export type PayeeOptions = z.output<typeof payeeOptions>
/** The most payees that a picker is offered. */
export const OFFERED_PAYEES = 20

/** A change of a payee's account, its bank or its holder. */
const payeeAccountChange = z.object({
  changed_at: z.string(),
  user_name: z.string(),
  /** Of a payee that was merged into this one: its name. */
  merged_name: z.string().nullable(),
  field: z.string(),
  field_i18n: z.string(),
  /** Accounts are masked unless the query has `reveal`. */
  before: z.string(),
  after: z.string(),
  /** Whether it is marked now. */
  recent: z.boolean(),
})
export const ACCOUNT_FIELDS = { account: '收款账号', account_name: '户名', bank_name: '开户行' } as const
export type AccountField = keyof typeof ACCOUNT_FIELDS

const usedPayments = z.object({
  count: z.number().int(),
  total_yuan: amountOutput,
  /** The last 50 by day. */
  items: z.array(
    z.object({
      project: z.object({ code: z.string(), name: z.string() }),
      code: z.string(),
      pay_at: z.string(),
      summary: z.string(),
      amount_yuan: amountOutput,
    }),
  ),
})
const usedContracts = z.object({
  count: z.number().int(),
  items: z.array(
    z.object({
      project: z.object({ code: z.string(), name: z.string() }),
      code: z.string(),
      out_code: z.string(),
      customer: z.string(),
      amount_yuan: amountOutput,
    }),
  ),
})
/** What names a payee in the projects that the caller may enter; null: records that they may not read. */
export const payeeUsage = z.object({
  year: z.number().int(),
  /** Payments of that year. */
  payments: usedPayments.nullable(),
  contracts: usedContracts.nullable(),
  years: z.array(z.object({ year: z.number().int(), count: z.number().int(), total_yuan: amountOutput })),
  changes: z.array(payeeAccountChange),
})
export type PayeeUsage = z.output<typeof payeeUsage>
export const payeeUsageQuery = z.object({
  year: orAbsent(
    z.coerce.number('年份不正确').int('年份不正确').min(1990, '年份不正确').max(2999, '年份不正确'),
  ),
})
export type PayeeUsageQuery = z.output<typeof payeeUsageQuery>

/** Lines of payments to a payee that lack an invoice, in the projects that the caller may enter, the largest sums first. */
export const payeeMissing = z.object({
  count: z.number().int(),
  lacking_yuan: amountOutput,
  items: z.array(
    z.object({
      project: z.object({ code: z.string(), name: z.string() }),
      payer: z.string(),
      count: z.number().int(),
      lacking_yuan: amountOutput,
    }),
  ),
})
export type PayeeMissing = z.output<typeof payeeMissing>

const MAX_MERGED = 50
/** `codes` become `into`, which stays. */
export const mergeBody = z.object({
  into: z.string('请选择要保留的收款人').min(1, '请选择要保留的收款人').pipe(code),
  codes: z
    .array(code, '请选择要合并的收款人')
    .min(1, '请选择要合并的收款人')
    .max(MAX_MERGED, `一次最多合并${MAX_MERGED}个收款人`),
})
export type MergeBody = z.output<typeof mergeBody>
const movedCounts = {
  payments: z.number().int(),
  contracts: z.number().int(),
  requests: z.number().int(),
  fees: z.number().int(),
}
/** What a merge moves. Projects that the caller may not enter are added up in one row without a code. */
export const mergePreview = z.object({
  into: z.object({ code: z.string(), name: z.string(), account: z.string() }),
  payees: z.array(z.object({ code: z.string(), name: z.string(), account: z.string() })),
  projects: z.array(z.object({ code: z.string().nullable(), name: z.string(), ...movedCounts })),
  ...movedCounts,
  /** Those that are merged have accounts that the kept one does not have. */
  other_accounts: z.boolean(),
})
export type MergePreview = z.output<typeof mergePreview>

/** What 从合同提取 would do, and what it did: payees made of the parties of contracts to pay, and contracts that name one then. */
export const fromContracts = z.object({
  created: z.number().int(),
  /** Contracts that get a payee. */
  linked: z.number().int(),
  /** Contracts whose account is none: their payees have none either. */
  without_account: z.number().int(),
  /** The first of the new ones. */
  items: z.array(z.object({ name: z.string(), account: z.string(), contracts: z.number().int() })),
})
export type FromContracts = z.output<typeof fromContracts>
