import { z } from 'zod'
import { amountOutput } from './money.ts'
import { plainAccount } from './numbers.ts'
import { code, listedValues, listOf, orAbsent, orNull, pageQuery } from './page.ts'
import { accountChange } from './payee-link.ts'
import { nameText, optionalName } from './text.ts'

export const TRANSFER_BANKS = [
  { code: 'icbc', label: '工商银行' },
  { code: 'icbc_sheet', label: '工商银行（电子表格）' },
  { code: 'cmb', label: '招商银行' },
  { code: 'ccb', label: '建设银行' },
  { code: 'general', label: '通用表格' },
] as const
type TransferBank = (typeof TRANSFER_BANKS)[number]['code']
const BANKS = TRANSFER_BANKS.map((bank) => bank.code) as [TransferBank, ...TransferBank[]]

export const BATCH_STATES = [
  { code: 'exported', label: '已导出' },
  { code: 'cancelled', label: '已作废' },
] as const

/** Banks refuse larger files. */
export const MAX_TRANSFERS = 1000
/** Payments by these channels are transfers: 银行转账, 网银. */
export const TRANSFER_CHANNELS = ['2', '3'] as const
export const UNPROVEN = '该格式未经银行实际验证，请先用一笔小额核对'

const payAccount = optionalName.transform(plainAccount).refine((text) => /^\d{8,32}$/.test(text), {
  error: ({ input }) => (input === '' ? '请输入付款账号' : '付款账号须为8至32位数字'),
})

/** A batch: which bank's file, from which account, of which saved payments. */
export const transferBody = z.object({
  bank: z.enum(BANKS, '请选择银行'),
  pay_account: payAccount,
  pay_account_name: nameText('请输入付款户名'),
  pay_bank_name: optionalName,
  /** Sent at once; 422 where the bank's file does not say it. */
  urgent: z
    .boolean('请选择是否加急')
    .nullish()
    .transform((value) => value ?? false),
  codes: z.array(code, '请选择付款').min(1, '请选择付款').max(10_000, '选择的付款过多'),
  /** Of the preview: 409 if a payment, a payee or an account is another one since. Absent: not compared. */
  digest: orNull(z.string('格式不正确').max(100, '格式不正确')),
})
export type TransferBody = z.output<typeof transferBody>

const transferRow = z.object({
  /** The payment's number. */
  code: z.string(),
  payee_code: z.string().nullable(),
  name: z.string(),
  bank_name: z.string(),
  /** Masked. */
  account: z.string(),
  amount_yuan: amountOutput,
  purpose: z.string(),
  /** What the bank would refuse. */
  problems: z.array(z.string()),
  warnings: z.array(z.string()),
  account_change: accountChange.nullable(),
})
export type TransferRow = z.output<typeof transferRow>

/** What a batch would be. It can be made if no row has problems and `problems` is empty. */
export const transferPreview = z.object({
  rows: z.array(transferRow),
  problems: z.array(z.string()),
  count: z.number().int(),
  total_yuan: amountOutput,
  format: z.object({ bank: z.string(), bank_i18n: z.string(), version: z.string(), proven: z.boolean() }),
  digest: z.string(),
})
export type TransferPreview = z.output<typeof transferPreview>

export const transferBatch = z.object({
  code: z.string(),
  bank: z.string(),
  bank_i18n: z.string(),
  format_version: z.string(),
  /** Masked. */
  pay_account: z.string(),
  pay_account_name: z.string(),
  pay_bank_name: z.string(),
  urgent: z.boolean(),
  total_yuan: amountOutput,
  count: z.number().int(),
  state: z.string(),
  state_i18n: z.string(),
  creator_name: z.string(),
  created_at: z.string(),
  cancelled_at: z.string().nullable(),
  can: z.object({ write: z.boolean() }),
})
export type TransferBatch = z.output<typeof transferBatch>
/** With the signed address of its file. */
export const transferBatchFile = z.object({ ...transferBatch.shape, file_url: z.string() })
export const transferBatchShown = z.object({
  ...transferBatch.shape,
  /** Who cancelled it; null of a living one. */
  canceller_name: z.string().nullable(),
  payments: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      account: z.string(),
      bank_name: z.string(),
      amount_yuan: amountOutput,
    }),
  ),
})
export type TransferBatchShown = z.output<typeof transferBatchShown>
export const transferBatchQuery = z.object({ ...pageQuery(), states: listedValues, payment: orAbsent(code) })
export type TransferBatchQuery = z.output<typeof transferBatchQuery>
/** `total_amount_yuan` is the sum of living batches, of which there are `living_count`: the payments of a cancelled one may be in another one. */
export const transferBatchList = z.object({
  ...listOf(transferBatch),
  living_count: z.number().int(),
  total_amount_yuan: amountOutput,
  can: z.object({ write: z.boolean() }),
})
export type TransferBatchList = z.output<typeof transferBatchList>
/** The banks that files can be made for today. `last`: the account of the last batch of this bank, in full for who may make one. */
export const transferFormats = z.object({
  items: z.array(
    z.object({
      bank: z.string(),
      bank_i18n: z.string(),
      version: z.string(),
      proven: z.boolean(),
      /** Whether the bank's file has a column for the speed (普通, 加急). If not, `urgent` is refused with 422. */
      says_speed: z.boolean(),
      last: z
        .object({ pay_account: z.string(), pay_account_name: z.string(), pay_bank_name: z.string() })
        .nullable(),
    }),
  ),
})
export type TransferFormats = z.output<typeof transferFormats>
