import { z } from 'zod'
import { addDays, dateInput, daysBetween } from './calendar.ts'
import { divideRounded, formatScaled, least, positive, readStrict, trimDecimals } from './decimal.ts'
import { amountOutput, type Fen, positiveField } from './money.ts'
import { code, orNull, version } from './page.ts'
import { nameText } from './text.ts'
import { typeId } from './types.ts'

/** Most instalments of one contract. */
export const MAX_INSTALMENTS = 200

/** Due on a day, or after something was reached (验收, 杀青), which then gets its day. */
export const INSTALMENT_KINDS = [
  { code: 'date', label: '按日期' },
  { code: 'milestone', label: '按节点' },
] as const

/** When something is due, seen from today. The page's order. */
export const BUCKETS = [
  { code: 'overdue', label: '逾期' },
  { code: 'today', label: '今天' },
  { code: 'week', label: '7天内' },
  { code: 'month', label: '30天内' },
  { code: 'later', label: '以后' },
  { code: 'waiting', label: '待达成' },
] as const
export type Bucket = (typeof BUCKETS)[number]['code']

/** `due`: null for a milestone that is not reached. */
export function bucketOf(due: string | null, today: string): Bucket {
  if (due === null) return 'waiting'
  if (due <= today) return due < today ? 'overdue' : 'today'
  if (due <= addDays(today, 7)) return 'week'
  return due <= addDays(today, 30) ? 'month' : 'later'
}

/** The first and last due day of each bucket that has any; null: without a bound. */
export const bucketDays = (
  bucket: Exclude<Bucket, 'waiting'>,
  today: string,
): readonly [from: string | null, to: string | null] => {
  const days = {
    overdue: [null, addDays(today, -1)],
    today: [today, today],
    week: [addDays(today, 1), addDays(today, 7)],
    month: [addDays(today, 8), addDays(today, 30)],
    later: [addDays(today, 31), null],
  } as const
  return days[bucket]
}

const INSTALMENT_STATES = ['waiting', 'later', 'week', 'today', 'overdue', 'partial', 'paid'] as const
type InstalmentState = (typeof INSTALMENT_STATES)[number]

/**
 * What is said of an instalment. That it is overdue or due today says more than that a part is paid, and that more than a day to come.
 * `direction` in: money that the project receives.
 */
export function statusOf(
  { paid, rest, due }: { paid: Fen; rest: Fen; due: string | null },
  today: string,
  direction: 'out' | 'in' = 'out',
): { state: InstalmentState; text: string } {
  if (rest <= 0n) return { state: 'paid', text: direction === 'out' ? '已付清' : '已收清' }
  const bucket = bucketOf(due, today)
  if (bucket === 'overdue' && due !== null)
    return { state: 'overdue', text: `逾期${daysBetween(due, today)}天` }
  if (bucket === 'today') return { state: 'today', text: '今天' }
  if (paid > 0n) return { state: 'partial', text: direction === 'out' ? '部分支付' : '部分收款' }
  if (bucket === 'waiting') return { state: 'waiting', text: '待达成' }
  return bucket === 'week' ? { state: 'week', text: '7天内' } : { state: 'later', text: '未到期' }
}

/** 100 % in the unit of percents, hundredths of one percent. */
export const WHOLE = 10_000n

/**
 * The amounts of parts of `amount` in hundredths of a percent. They come to what the percents together come to, rounded once; the fen that
 * rounding each down leaves go to the largest remainders, of equal ones to the first.
 */
export function splitPercents(amount: Fen, percents: readonly bigint[]): Fen[] {
  const parts = percents.map((percent, index) => ({
    index,
    fen: (amount * percent) / WHOLE,
    remainder: (amount * percent) % WHOLE,
  }))
  const all = divideRounded(amount * percents.reduce((sum, percent) => sum + percent, 0n), WHOLE)
  const left = Number(all - parts.reduce((sum, { fen }) => sum + fen, 0n))
  const winners = parts.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  )
  for (const part of winners.slice(0, left)) part.fen += 1n
  return parts.map(({ fen }) => fen)
}

/** An instalment as the computation of what is paid needs it. `named`: the sum of the payment lines that name it. */
export interface Planned {
  seq: number
  due: string | null
  amount: Fen
  named: Fen
}

/**
 * What is paid on each instalment of a contract and what is left of it, in the order given. Lines that name an instalment pay it. What they pay
 * beyond its amount, and `other`, what else was paid on the contract, fills the rests by due day (none last), then by number; where it is
 * negative, it takes back from the last. So all together are paid as far as the contract is.
 */
export function payInstalments(
  instalments: readonly Planned[],
  other: Fen,
): readonly { paid: Fen; rest: Fen }[] {
  const paid = instalments.map(({ amount, named }) => least(positive(named), amount))
  let pool = other + instalments.reduce((sum, { named }, index) => sum + named - (paid[index] ?? 0n), 0n)
  const order = instalments
    .map(({ due, seq, amount }, index) => ({ due, seq, amount, index }))
    .toSorted((a, b) =>
      a.due === b.due ? a.seq - b.seq : a.due === null ? 1 : b.due === null || a.due < b.due ? -1 : 1,
    )
  for (const { amount, index } of pool > 0n ? order : order.toReversed()) {
    const own = paid[index] ?? 0n
    const moved = pool > 0n ? least(pool, amount - own) : -least(-pool, own)
    paid[index] = own + moved
    pool -= moved
  }
  return instalments.map(({ amount }, index) => ({
    paid: paid[index] ?? 0n,
    rest: amount - (paid[index] ?? 0n),
  }))
}

/** Hundredths of a percent of a body, as people write them: "33.33". */
export const percentText = (percent: bigint): string => trimDecimals(formatScaled(percent, 2))

const PERCENT = '比例须大于0，不超过100，最多两位小数'
const percentInput = z
  .union(
    [z.string().meta({ pattern: String.raw`^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)( *[%％])?$` }), z.number()],
    PERCENT,
  )
  .transform((input, ctx): bigint => {
    const reading = readStrict(
      String(input)
        .trim()
        .replace(/ *[%％]$/, ''),
      { places: 2, max: WHOLE },
    )
    if ('value' in reading && reading.value > 0n) return reading.value
    ctx.addIssue({ code: 'custom', message: PERCENT, input })
    return z.NEVER
  })
  .meta({ description: '合同总额的百分比，最多两位小数', example: '30' })

/**
 * An instalment in the form. With `percent` its amount follows from the contract's and `amount` is not looked at; without one it is `amount`.
 * `due_at`: of a date; of a milestone once it is reached.
 */
export const instalmentItem = z
  .object(
    {
      /** The code of one that exists; one without is added; one that is absent is deleted. */
      code: orNull(code),
      title: nameText('请输入期次名称'),
      kind: z.enum(['date', 'milestone'], '请选择付款条件'),
      due_at: orNull(dateInput),
      percent: orNull(percentInput),
      amount: orNull(positiveField('金额')),
      subject_code: orNull(code),
      pay_category_id: orNull(typeId('付款类型')),
    },
    '格式不正确',
  )
  .superRefine((item, ctx) => {
    const wrong = (field: string, message: string) =>
      ctx.addIssue({ code: 'custom', path: [field], message, input: null })
    if (item.kind === 'date' && item.due_at === null) wrong('due_at', '请选择到期日')
    if (item.percent === null && item.amount === null) wrong('amount', '请输入金额或比例')
  })
export type InstalmentItem = z.output<typeof instalmentItem>

/** The whole plan of a contract, in its order. `version`: of the contract. */
export const instalmentsBody = z.object({
  items: z
    .array(instalmentItem, '请填写付款计划')
    .max(MAX_INSTALMENTS, `最多${MAX_INSTALMENTS}期`)
    .superRefine((items, ctx) => {
      const seen = new Set<string>()
      for (const [index, { code }] of items.entries()) {
        if (code !== null && seen.has(code))
          ctx.addIssue({ code: 'custom', path: [index, 'code'], message: '期次重复', input: code })
        if (code !== null) seen.add(code)
      }
      const all = items.reduce((sum, { percent }) => sum + (percent ?? 0n), 0n)
      if (all > WHOLE)
        ctx.addIssue({
          code: 'custom',
          path: [],
          message: `比例合计 ${percentText(all)}% 超过 100%`,
          input: null,
        })
    }),
  version,
})
export type InstalmentsBody = z.output<typeof instalmentsBody>

/** A milestone that is reached gets its due day; taken back it has none. `version`: of the instalment. */
export const reachedBody = z
  .object({ reached: z.boolean('请选择是否达成'), due_at: orNull(dateInput), version })
  .superRefine(({ reached, due_at }, ctx) => {
    if (reached && due_at === null)
      ctx.addIssue({ code: 'custom', path: ['due_at'], message: '请选择到期日', input: due_at })
  })
export type ReachedBody = z.output<typeof reachedBody>

/** What list and plan say of an instalment. */
export const planned = {
  code: z.string(),
  version: z.number().int(),
  seq: z.number().int(),
  title: z.string(),
  kind: z.enum(['date', 'milestone']),
  due_at: z.string().nullable(),
  amount_yuan: amountOutput,
  paid_yuan: amountOutput,
  rest_yuan: amountOutput,
  state: z.enum(INSTALMENT_STATES),
  /** `state` in words, such as 逾期3天. */
  status: z.string(),
}

/** An instalment in its contract's plan. `percent` as typed, "33.33". */
export const instalment = z.object({
  ...planned,
  reached_at: z.string().nullable(),
  percent: z.string().nullable(),
  subject: z.object({ code: z.string(), out_code: z.string(), name: z.string() }).nullable(),
  pay_category: z.object({ id: z.string(), name: z.string() }).nullable(),
})
export type Instalment = z.output<typeof instalment>

/** `unscheduled`: the contract's amount less that of its plan. */
export const instalments = z.object({
  contract: z.object({
    code: z.string(),
    version: z.number().int(),
    out_code: z.string(),
    customer: z.string(),
    direction: z.enum(['out', 'in']),
    amount_yuan: amountOutput,
  }),
  items: z.array(instalment),
  planned_yuan: amountOutput,
  unscheduled_yuan: amountOutput,
  can: z.object({ write: z.boolean() }),
})
export type Instalments = z.output<typeof instalments>
