import { z } from 'zod'
import { attachment } from './attachments.ts'
import { dateInput } from './calendar.ts'
import { contractCategoryInput } from './lists.ts'
import { ACCOUNT_SHOWN, ID_NUMBER_SHOWN, type Secrets } from './masking.ts'
import { amountField, amountOutput, amountQuery } from './money.ts'
import { isScientific, plainAccount, plainNumber, SCIENTIFIC } from './numbers.ts'
import {
  code,
  listedValues,
  listOf,
  many,
  orAbsent,
  orderQuery,
  orNull,
  pageQuery,
  queryText,
  rights,
  updateBody,
  version,
} from './page.ts'
import { payeeLink } from './payee-link.ts'
import { secretNumber } from './secret-number.ts'
import { longText, nameText, optionalName } from './text.ts'

/** Scans of one contract. */
export const MAX_SCANS = 20

/** Masked in the audit log and in answers. */
export const CONTRACT_SECRETS = {
  id_number: ID_NUMBER_SHOWN,
  income_bankcard_account: ACCOUNT_SHOWN,
} as const satisfies Secrets

const scans = z
  .array(code, '合同扫描件格式不正确')
  .max(MAX_SCANS, `合同扫描件最多${MAX_SCANS}个`)
  .refine((codes) => new Set(codes).size === codes.length, '合同扫描件重复')

/** What the fields are called: in messages, the log, the spreadsheet, the list and the form. */
export const CONTRACT_FIELDS = {
  out_code: '合同编号',
  customer: '合同主体',
  id_number: '证件号码',
  sign_at: '签约时间',
  category: '合同类型',
  amount: '合同总额',
  income_bank_name: '收款开户行',
  income_bankcard_username: '收款户名',
  income_bankcard_account: '收款账号',
  remark: '备注',
} as const

/** A contract in the form of a new one; the import has the same fields except the scans. The amount becomes fen. */
export const contractBody = z.object({
  out_code: nameText(CONTRACT_FIELDS.out_code).refine((text) => !isScientific(text), SCIENTIFIC),
  customer: nameText(CONTRACT_FIELDS.customer),
  id_number: secretNumber(plainNumber),
  sign_at: orNull(dateInput),
  category: contractCategoryInput,
  /** Negative for a supplement that lowers the amount. */
  amount: amountField(CONTRACT_FIELDS.amount),
  income_bank_name: optionalName,
  income_bankcard_username: optionalName,
  income_bankcard_account: secretNumber(plainAccount),
  remark: longText,
  /** A payee of the company; ignored while the company has the feature off. */
  payee_code: orNull(code),
  /** Pictures or PDFs, in their order. */
  scan_attachment_codes: scans.nullish().transform((codes) => codes ?? []),
})
export type ContractBody = z.output<typeof contractBody>

/** The body of `POST …/scans`: scans that a contract gets besides those that it has. */
export const addedScans = z.object({
  scan_attachment_codes: scans.min(1, '请上传合同扫描件'),
})
export type AddedScans = z.output<typeof addedScans>

export const contractUpdate = updateBody(contractBody).extend({ version })
export type ContractUpdate = z.output<typeof contractUpdate>

/** The filters of the list, also of the export. */
const contractFilters = {
  /** Matches part of the number or the customer, or the ID number: a part of it if the caller may write contracts, else only all of it. */
  keywords: queryText,
  categories: listedValues,
  /** Part of the account's holder. */
  income_bankcard_username: queryText,
  /** Matched as the ID number is by `keywords`. */
  income_bankcard_account: queryText,
  /** Part of the bank's name. */
  income_bank_name: queryText,
  /** Exact names. */
  customers: many(queryText.unwrap()),
  /** Exactly this amount. */
  amount: orAbsent(amountQuery),
  /** The contracts created by this import. */
  import_code: orAbsent(code),
  /** These records. */
  codes: many(code),
  /** The contracts that may become the supplement of this one: all others that are neither supplement nor supplemented. */
  supplement_for: orAbsent(code),
  /** 1: contracts with a rest that is not allocated to subjects. */
  unallocated: orAbsent(z.enum(['1'], '须为 1')),
}
/** Empty values come last in both directions. If a query has several orders, the first in this list counts. */
const contractOrders = {
  sign_at_order: orderQuery,
  amount_order: orderQuery,
  pay_amount_order: orderQuery,
  unpay_amount_order: orderQuery,
}
export type ContractOrders = { [K in keyof typeof contractOrders]?: 'asc' | 'desc' | undefined }

export const contractQuery = z.object({ ...pageQuery(), ...contractFilters, ...contractOrders })
export type ContractQuery = z.output<typeof contractQuery>
/** The filters of the list and its order. */
export const contractExportQuery = z.object({ ...contractFilters, ...contractOrders })
type ContractExportQuery = z.output<typeof contractExportQuery>
export type ContractFilters = Omit<ContractExportQuery, keyof ContractOrders>

/** `reveal=1` answers ID number and account in full; it needs the right to write and is logged. */
export const contractShowQuery = z.object({ reveal: orAbsent(z.enum(['0', '1'], '须为 0 或 1')) })
export type ContractShowQuery = z.output<typeof contractShowQuery>

export const bindingBody = z.object({
  supplement_contract_code: z.string('请选择补充协议').trim().min(1, '请选择补充协议').pipe(code),
})
export type BindingBody = z.output<typeof bindingBody>

/** Another contract, by code and number. */
const contractLink = z.object({ code: z.string(), out_code: z.string() })
/** Signed, paid, and what is left. */
const contractAmounts = {
  amount_yuan: amountOutput,
  /** The sum of the payment lines that name the contract; for categories 3 and 4 the sum of its receipts. */
  pay_amount_yuan: amountOutput,
  /** Amount − paid; below zero if more was paid than signed. */
  unpay_amount_yuan: amountOutput,
}

export const contract = z.object({
  code: z.string(),
  version: z.number().int(),
  out_code: z.string(),
  customer: z.string(),
  /** Masked, as is the account, unless the query has `reveal`. */
  id_number: z.string(),
  sign_at: z.string().nullable(),
  category: z.object({ category_code: z.string(), category_i18n: z.string() }),
  ...contractAmounts,
  income_bank_name: z.string(),
  income_bankcard_username: z.string(),
  income_bankcard_account: z.string(),
  remark: z.string(),
  scans: z.array(attachment),
  /** Its supplement: one at most. */
  supplements_contracts: z.array(contractLink),
  /** The contract that this one supplements. */
  supplemented_contract: contractLink.nullable(),
  /** The contract and its supplement together (总包); null without one, or if money goes out on one and comes in on the other. */
  with_supplement: z.object(contractAmounts).nullable(),
  /** Shares by subject with what was paid there. */
  allocations: z.array(
    z.object({
      subject_code: z.string(),
      out_code: z.string(),
      name: z.string(),
      amount_yuan: amountOutput,
      paid_yuan: amountOutput,
    }),
  ),
  /** When it was settled: nothing more is to be paid; null: it is not. */
  settled_at: z.string().nullable(),
  settled_reason: z.string(),
  creator_name: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  /** In the answer to a changed amount: which instalments keep theirs though their percents would give others. Absent where there is none. */
  plan_notice: z.string().optional(),
  payee: payeeLink.nullable(),
  /** `reveal` is allowed in an archived or expired project, too. */
  can: rights.extend({ reveal: z.boolean() }),
})
export type Contract = z.output<typeof contract>
/** Number and sums of the contracts of one direction: money goes `out` or comes `in`. */
const contractSum = z.object({
  direction: z.enum(['out', 'in']),
  count: z.number().int(),
  amount_yuan: amountOutput,
  pay_amount_yuan: amountOutput,
  unpay_amount_yuan: amountOutput,
})
export type ContractSum = z.output<typeof contractSum>
export const contractList = z.object({
  ...listOf(contract),
  /** One item per direction that matches: money to pay (categories 0–2) and money to receive are never added up. */
  sums: z.array(contractSum),
  /** The sums of all matching contracts, named as in other lists; null if contracts of both directions match. */
  total_amount_yuan: amountOutput.nullable(),
  total_pay_amount_yuan: amountOutput.nullable(),
  can: rights,
})
export type ContractList = z.output<typeof contractList>

/** Payments, petty cash, receipts and reminders are `null` if the caller may not read them. */
export const contractRelated = z.object({
  payments: z
    .object({
      /** The number of payments with lines that name the contract. */
      count: z.number().int(),
      /** The last ten by day. */
      items: z.array(
        z.object({
          code: z.string(),
          pay_at: z.string(),
          payer: z.string(),
          summary: z.string(),
          /** The sum of the lines that name the contract, not of the whole payment. */
          amount_yuan: amountOutput,
        }),
      ),
    })
    .nullable(),
  /** Petty cash details that name the contract and are not yet written off; those written off are among the payments. */
  imprests: z
    .object({
      count: z.number().int(),
      /** The last ten by day. */
      items: z.array(
        z.object({
          code: z.string(),
          pay_at: z.string(),
          payer: z.string(),
          summary: z.string(),
          amount_yuan: amountOutput,
        }),
      ),
    })
    .nullable(),
  receipts: z
    .object({
      count: z.number().int(),
      /** The last ten by day. */
      items: z.array(
        z.object({
          code: z.string(),
          investment_at: z.string(),
          investor: z.string(),
          desc: z.string(),
          amount_yuan: amountOutput,
        }),
      ),
    })
    .nullable(),
  reminders: z.object({ count: z.number().int() }).nullable(),
})
export type ContractRelated = z.output<typeof contractRelated>
