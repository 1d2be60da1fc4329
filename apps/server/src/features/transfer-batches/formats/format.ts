import { z } from 'zod'

/** What a column of a bank's file says. */
export const VALUES = [
  'position',
  'payment',
  'date',
  'pay_account',
  'pay_account_name',
  'pay_bank_name',
  'name',
  'account_name',
  'account',
  'bank_name',
  'bank_code',
  'province',
  'city',
  'phone',
  'amount',
  'purpose',
] as const

const column = z
  .object({
    title: z.string().min(1),
    value: z.enum(VALUES).optional(),
    /** The same text in each row. */
    text: z.string().optional(),
    /** One text for payees of this bank, another for those of others; `of`: how names of the bank's branches say it. */
    by_bank: z
      .object({ of: z.array(z.string().min(1)).min(1), own: z.string(), other: z.string() })
      .optional(),
    /** One text for urgent batches, another for the others. */
    by_speed: z.object({ urgent: z.string(), normal: z.string() }).optional(),
    required: z.boolean().default(false),
    /** The most bytes in GBK. */
    bytes: z.int().positive().optional(),
    /** A longer text is cut, with a warning, instead of refused. */
    shorten: z.boolean().default(false),
  })
  .strict()
  .refine(
    ({ value, text, by_bank, by_speed }) =>
      [value, text, by_bank, by_speed].filter((one) => one !== undefined).length <= 1,
    '每列只能有 value、text、by_bank、by_speed 之一',
  )

/** A bank's file as data: a text in GBK, or a spreadsheet. */
export const transferFormat = z
  .object({
    bank: z.enum(['icbc', 'icbc_sheet', 'cmb', 'ccb', 'general']),
    version: z.string().min(1).max(40),
    /** The first day on which it holds. */
    holds_from: z.iso.date(),
    /** Whether the bank itself has taken such a file. */
    proven: z.boolean(),
    kind: z.enum(['text', 'sheet']),
    extension: z.string().regex(/^[a-z0-9]{1,8}$/),
    amounts: z.enum(['fen', 'yuan']),
    /** Whether texts may only have characters of GBK. */
    gbk: z.boolean(),
    /** Of a text: lines above and below the rows, in which `{date}`, `{total}` and `{count}` are replaced, and whether each field ends with `|`. */
    head: z.array(z.string()).default([]),
    foot: z.array(z.string()).default([]),
    columns: z.array(column).min(1).max(60),
  })
  .strict()
export type TransferFormat = z.output<typeof transferFormat>
export type FormatColumn = TransferFormat['columns'][number]

/** Whether the file says if a batch is urgent. */
export const saysSpeed = ({ columns }: TransferFormat): boolean =>
  columns.some(({ by_speed }) => by_speed !== undefined)
