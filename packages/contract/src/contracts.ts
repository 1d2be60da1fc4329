import { z } from 'zod'
import { dateInput } from './calendar.ts'
import { contractCategoryInput } from './lists.ts'
import type { Secrets } from './masking.ts'
import { amountField } from './money.ts'
import { listOf, many, orNull, pageQuery, queryText } from './page.ts'
import { longText, nameText, optionalName } from './text.ts'

/** The part of contracts that payments need: create, pick and filter by them. */
export const contractQuery = z.object({
  ...pageQuery(),
  keywords: queryText,
  categories: many(z.string().max(8)),
})
export type ContractQuery = z.output<typeof contractQuery>

/** Masked in the audit log and in answers. */
export const CONTRACT_SECRETS = {
  id_number: { head: 3, tail: 4 },
  income_bankcard_account: { head: 0, tail: 4 },
} as const satisfies Secrets

/** Answers mask these numbers, so a value with a `*` is a masked one sent back and must not be saved. */
const unmasked = optionalName.refine((text) => !text.includes('*'), '请填写完整号码，不能包含 *')

export const contractBody = z.object({
  out_code: nameText('请输入合同编号'),
  customer: nameText('请输入合同主体'),
  id_number: unmasked,
  sign_at: orNull(dateInput),
  category: contractCategoryInput,
  /** Negative for a supplement that lowers the amount. */
  amount: amountField('合同总额'),
  income_bank_name: optionalName,
  income_bankcard_username: optionalName,
  income_bankcard_account: unmasked,
  remark: longText,
})
export type ContractBody = z.output<typeof contractBody>

export const contract = z.object({
  code: z.string(),
  version: z.number().int(),
  out_code: z.string(),
  customer: z.string(),
  /** Masked, as is the account. */
  id_number: z.string(),
  sign_at: z.string().nullable(),
  category: z.object({ category_code: z.string(), category_i18n: z.string() }),
  amount_yuan: z.string(),
  pay_amount_yuan: z.string(),
  unpay_amount_yuan: z.string(),
  income_bank_name: z.string(),
  income_bankcard_username: z.string(),
  income_bankcard_account: z.string(),
  remark: z.string(),
  created_at: z.string(),
  can: z.object({ write: z.boolean(), delete: z.boolean() }),
})
export type Contract = z.output<typeof contract>
export const contractList = z.object({ ...listOf(contract), can: z.object({ write: z.boolean() }) })
export type ContractList = z.output<typeof contractList>
