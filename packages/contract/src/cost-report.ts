import { z } from 'zod'
import { dateInput } from './calendar.ts'
import { least, positive } from './decimal.ts'
import { AMOUNT_TEXTS, amountField, amountOutput, type Fen } from './money.ts'
import { code, flagQuery, listOf, orAbsent, orNull, pageQuery, version } from './page.ts'
import { longText } from './text.ts'

/** How what a subject will still cost is known: by the rule, typed itself, or from the typed cost in the end. */
const ESTIMATE_MODES = ['auto', 'etc', 'efc'] as const
export type EstimateMode = (typeof ESTIMATE_MODES)[number]

/** In fen: current budget, cost to date (T), commitments (C); `amount`: what was typed. */
export interface Figures {
  budget: Fen
  spent: Fen
  committed: Fen
  mode: EstimateMode
  amount: Fen | null
}

/**
 * 预计尚需 (ETC) of a level-three subject. By the rule: what is left of the budget, at most all of it, never less than nothing; without these
 * bounds every subject would come to its budget.
 */
export function toComplete({ budget, spent, committed, mode, amount }: Figures): Fen {
  if (mode === 'etc') return amount ?? 0n
  const left = (mode === 'efc' ? (amount ?? 0n) : budget) - spent - committed
  return positive(mode === 'efc' ? left : least(budget, left))
}

/** 预计总成本 (EFC) and 差异: EFC less the budget, above zero over budget. */
export function finalCost(figures: Figures): { etc: Fen; efc: Fen; variance: Fen } {
  const etc = toComplete(figures)
  const efc = figures.spent + figures.committed + etc
  return { etc, efc, variance: efc - figures.budget }
}

const notNegative = (label: string) =>
  amountField(label, (fen) => (fen < 0n ? `${label}不能小于0` : undefined))

/** `amount`: of `etc` what is still to come, of `efc` the cost in the end; of `auto` absent. `version` 0: nothing was typed yet. */
export const estimateBody = z
  .object({
    mode: z.enum(ESTIMATE_MODES, '请选择估算方式'),
    amount: z
      .preprocess((given) => (given === '' ? null : given), notNegative('预计金额').nullish())
      .optional()
      .transform((fen): Fen | null => fen ?? null),
    remark: longText,
    version,
  })
  .superRefine(({ mode, amount }, ctx) => {
    if (mode !== 'auto' && amount === null)
      ctx.addIssue({ code: 'custom', path: ['amount'], message: AMOUNT_TEXTS.empty, input: amount })
    if (mode === 'auto' && amount !== null)
      ctx.addIssue({ code: 'custom', path: ['amount'], message: '自动估算不填金额', input: amount })
  })
export type EstimateBody = z.output<typeof estimateBody>

/** A row of a spreadsheet of estimates: at most one of the two amounts. `version`: of the estimate when it was exported; null: not an exported row. */
export const estimateRow = {
  subject_three_code: z.string('请选择科目').min(1, '请选择科目').pipe(code),
  etc: orNull(notNegative('预计尚需')),
  efc: orNull(notNegative('预计总成本')),
  remark: longText,
  version: orNull(
    z
      .string()
      .regex(/^\d{1,9}$/, '版本须与导出时相同')
      .transform(Number),
  ),
}

export const estimateAnswer = z.object({
  subject_code: z.string(),
  mode: z.enum(ESTIMATE_MODES),
  amount_yuan: amountOutput.nullable(),
  remark: z.string(),
  version: z.number().int(),
})
export type Estimate = z.output<typeof estimateAnswer>

/** `as_of`: the last day of payment that counts, today without it. `subject_code`: of level one, answers it with all that is below. */
export const costReportQuery = z.object({
  as_of: orAbsent(dateInput),
  subject_code: orAbsent(code),
  /** 1: subjects of all levels, for print. */
  whole: orAbsent(z.enum(['0', '1'], '须为 0 或 1')),
})
export type CostReportQuery = z.output<typeof costReportQuery>

/** The figures of a row, in yuan. `original` null: no version of the budget is locked. `last`: what differs from the last issued report. */
const figures = {
  original_yuan: amountOutput.nullable(),
  budget_yuan: amountOutput,
  period_yuan: amountOutput,
  spent_yuan: amountOutput,
  committed_yuan: amountOutput,
  etc_yuan: amountOutput,
  efc_yuan: amountOutput,
  variance_yuan: amountOutput,
}
/**
 * What the report answers of the estimate of a level-three subject. `moved`: how far cost and commitments have moved since its amount was typed;
 * nought without an amount, and in a report as of an earlier day.
 */
const typed = z.object({
  mode: z.enum(ESTIMATE_MODES),
  amount_yuan: amountOutput.nullable(),
  remark: z.string(),
  version: z.number().int(),
  moved_yuan: amountOutput,
})
export type TypedEstimate = z.output<typeof typed>

/** `level` 0–2; `has_children`: whether rows of the next level exist. `estimate`: of level three. */
const costReportRow = z.object({
  code: z.string(),
  out_code: z.string(),
  name: z.string(),
  level: z.number().int(),
  parent_code: z.string().nullable(),
  has_children: z.boolean(),
  ...figures,
  estimate: typed.nullable(),
})
export type CostReportRow = z.output<typeof costReportRow>

const sums = z.object(figures)

/** Requests for payments that are under way; of each subject of any level that they name, what they would cost. */
const pendingCosts = z.object({
  count: z.number().int(),
  total_yuan: amountOutput,
  subjects: z.array(z.object({ code: z.string(), amount_yuan: amountOutput })),
})
export type PendingCosts = z.output<typeof pendingCosts>
export type CostReportSums = z.output<typeof sums>

/**
 * `items`: subjects of level one; with `subject_code` it and all below; with `whole` all levels, parents first, in the order of numbers. Subjects
 * without any figure are left out. `unallocated`: contracts without a subject. `total`: of everything. `over`: how many level-three subjects
 * come to more than their budget; `worst`: the ten that do so most.
 */
export const costReport = z.object({
  as_of: z.string(),
  items: z.array(costReportRow),
  unallocated: sums,
  /** How many contracts have an unallocated rest. */
  unallocated_contracts: z.number().int(),
  total: sums,
  over: z.number().int(),
  worst: z.array(costReportRow),
  /** In no figure until they are paid. Null for who may not read payment requests. */
  pending: pendingCosts.nullable(),
  /** The last issued report up to this day, from which 本期 counts; `changes`: of the total since it, by figure. */
  last: z
    .object({
      code: z.string(),
      no: z.number().int(),
      as_of: z.string(),
      committed_yuan: amountOutput,
      etc_yuan: amountOutput,
      variance_yuan: amountOutput,
    })
    .nullable(),
  /** The locked version of the budget. */
  locked: z.object({ code: z.string(), name: z.string() }).nullable(),
  can: z.object({ write: z.boolean() }),
})
export type CostReport = z.output<typeof costReport>

export const costReportExportQuery = z.object({ as_of: orAbsent(dateInput) })
export const costReportIssue = z.object({ as_of: orAbsent(dateInput) })
export type CostReportIssue = z.output<typeof costReportIssue>

/** An issued report in the list. `issuer_name` 系统: issued on a Monday by itself. */
export const issuedReport = z.object({
  code: z.string(),
  no: z.number().int(),
  as_of: z.string(),
  issuer_name: z.string(),
  issued_at: z.string(),
  budget_yuan: amountOutput,
  period_yuan: amountOutput,
  spent_yuan: amountOutput,
  committed_yuan: amountOutput,
  etc_yuan: amountOutput,
  efc_yuan: amountOutput,
  variance_yuan: amountOutput,
  /** Only the last one can be withdrawn. */
  can: z.object({ delete: z.boolean() }),
})
export type IssuedReport = z.output<typeof issuedReport>
const issuedFilters = {
  start_as_of: orAbsent(dateInput),
  end_as_of: orAbsent(dateInput),
  /** 1: issued on a Monday by itself; 0: by a person. */
  automatic: flagQuery,
}
export const issuedReportQuery = z.object({ ...pageQuery(), ...issuedFilters })
export type IssuedReportQuery = z.output<typeof issuedReportQuery>
export const issuedReportExportQuery = z.object(issuedFilters)
export type IssuedReportFilters = z.output<typeof issuedReportExportQuery>
export const issuedReportList = z.object({
  ...listOf(issuedReport),
  can: z.object({ write: z.boolean(), delete: z.boolean() }),
})
export type IssuedReportList = z.output<typeof issuedReportList>

/** A frozen report, and how far today's books as of the same day differ from it: `now_yuan` less `spent_yuan` is what was booked late. */
export const issuedReportDetail = issuedReport.extend({
  items: z.array(costReportRow.extend({ now_yuan: amountOutput })),
  unallocated: sums,
  total: sums.extend({ now_yuan: amountOutput }),
})
export type IssuedReportDetail = z.output<typeof issuedReportDetail>

/** Cost of each day with any, and of each shooting day; the latest first. */
export const dailyCosts = z.object({
  items: z.array(
    z.object({
      day: z.string(),
      /** Null: no shooting day. */
      day_no: z.number().int().nullable(),
      remark: z.string(),
      spent_yuan: amountOutput,
      cumulative_yuan: amountOutput,
    }),
  ),
  spent_yuan: amountOutput,
  budget_yuan: amountOutput,
  /** Shooting days up to today, what was spent on them, and a day's share, rounded; null without any. */
  shooting_days: z.number().int(),
  shooting_yuan: amountOutput,
  per_day_yuan: amountOutput.nullable(),
  can: z.object({ write: z.boolean() }),
})
export type DailyCosts = z.output<typeof dailyCosts>

const DAY_NO = '拍摄日序号须为1至9999的整数'
export const shootingDaysBody = z.object({
  items: z
    .array(
      z.object(
        {
          day: dateInput,
          day_no: z.number(DAY_NO).int(DAY_NO).min(1, DAY_NO).max(9_999, DAY_NO),
          remark: longText,
        },
        '格式不正确',
      ),
      '请填写拍摄日',
    )
    .max(2_000, '最多2000个拍摄日')
    .superRefine((items, ctx) => {
      for (const field of ['day', 'day_no'] as const) {
        const seen = new Set<unknown>()
        for (const [index, item] of items.entries()) {
          if (seen.has(item[field]))
            ctx.addIssue({
              code: 'custom',
              path: [index, field],
              message: field === 'day' ? '日期重复' : '拍摄日序号重复',
              input: item[field],
            })
          seen.add(item[field])
        }
      }
    }),
  version,
})
export type ShootingDaysBody = z.output<typeof shootingDaysBody>
/** `version` 0 until days were saved. */
export const shootingDays = z.object({
  items: z.array(z.object({ day: z.string(), day_no: z.number().int(), remark: z.string() })),
  version: z.number().int(),
  can: z.object({ write: z.boolean() }),
})
export type ShootingDays = z.output<typeof shootingDays>
