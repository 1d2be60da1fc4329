import { z } from 'zod'
import { subjectBelow } from './dashboard.ts'
import { amountField, amountOutput, amountQuery, type Fen, isAmount, multiply } from './money.ts'
import {
  code,
  listedValues,
  listOf,
  many,
  orAbsent,
  orderQuery,
  pageQuery,
  queryText,
  rights,
  updateBody,
  version,
} from './page.ts'
import { type Quantity, quantityInput, quantityOutput } from './quantity.ts'
import { subjectThree } from './subjects.ts'
import { longText, optionalName } from './text.ts'

const AMOUNT_RANGE = '合计（单价 × 数量）超出范围'

/** Unit price × quantity (api.md §1 Money), or why it cannot be stored. */
export function budgetAmount(unitPrice: Fen, quantity: Quantity): { fen: Fen } | { error: string } {
  const fen = multiply(unitPrice, quantity)
  return isAmount(fen) ? { fen } : { error: AMOUNT_RANGE }
}

/** What the fields are called: in messages, the log, the spreadsheet, the list and the form. */
export const COST_BUDGET_FIELDS = {
  subject_three_code: '科目编号',
  unit_price: '单价',
  quantity: '数量',
  unit: '单位',
  remark: '备注',
} as const

/** Becomes fen. Absent, null and '' are 0; negative for a reduction. */
const unitPrice = z
  .preprocess(
    (input) => (input === null || input === '' ? undefined : input),
    amountField(COST_BUDGET_FIELDS.unit_price).optional(),
  )
  .optional()
  .transform((fen): Fen => fen ?? 0n)
  .meta({ description: '单价，单位元，最多两位小数，默认为0', example: '1234.50' })

/** A line of the cost budget in the form and in the import; its amount is `budgetAmount`. */
export const costBudgetBody = z.object({
  subject_three_code: subjectThree,
  unit_price: unitPrice,
  quantity: quantityInput,
  unit: optionalName,
  remark: longText,
  version,
})
export type CostBudgetBody = z.output<typeof costBudgetBody>
export const costBudgetUpdate = updateBody(costBudgetBody)
export type CostBudgetUpdate = z.output<typeof costBudgetUpdate>
/** The field in which several lines are changed together. */
export const costBudgetChanges = costBudgetUpdate.pick({ subject_three_code: true }).partial()
export type CostBudgetChanges = z.output<typeof costBudgetChanges>

/** The filters of the list, also of its sums and the export. */
const costBudgetFilters = {
  /** Finds the remark, and subjects of any level by number, name and pinyin. */
  keywords: queryText,
  /** Codes of subjects of any level. */
  subject_three_codes: listedValues,
  /** Exactly this amount: unit price × quantity. */
  amount: orAbsent(amountQuery),
  /** The lines created by this import. */
  import_code: orAbsent(code),
  /** These records. */
  codes: many(code),
}
const filtersOnly = z.object(costBudgetFilters)
export type CostBudgetFilters = z.output<typeof filtersOnly>

/** By the subject's number: the list then answers its groups. Ties in the order of creation. */
const orders = { subject_order: orderQuery, amount_order: orderQuery }
const ordersOnly = z.object(orders)
export type CostBudgetOrders = z.output<typeof ordersOnly>

export const costBudgetListQuery = z.object({
  ...pageQuery(),
  ...costBudgetFilters,
  ...orders,
  /** Numbers of subjects of level one and two whose lines no page has, in the order by subject: count, sums and groups include them. */
  folded: listedValues,
})
export type CostBudgetListQuery = z.output<typeof costBudgetListQuery>
export const costBudgetExportQuery = z.object({ ...costBudgetFilters, ...orders })

/** A budget line in answers; `can`: what the caller may do with it now. */
export const costBudget = z.object({
  code: z.string(),
  version: z.number().int(),
  subject_three_code: z.string(),
  subject_three_out_code: z.string(),
  subject_one_name: z.string(),
  subject_two_name: z.string(),
  subject_three_name: z.string(),
  unit_price_yuan: amountOutput,
  quantity: quantityOutput,
  unit: z.string(),
  amount_yuan: amountOutput,
  remark: z.string(),
  creator_name: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  can: rights,
})
export type CostBudget = z.output<typeof costBudget>

/** The number and sum of all matching lines of a subject of level one (four digits) or two (six). */
const costBudgetGroup = z.object({
  out_code: z.string(),
  name: z.string(),
  quantity: z.number().int(),
  amount_yuan: amountOutput,
})
export type CostBudgetGroup = z.output<typeof costBudgetGroup>

export const costBudgetList = z.object({
  ...listOf(costBudget),
  /** The sum of all matching lines. */
  total_amount_yuan: amountOutput,
  /** How many lines the pages have: `listTotal` without those of `folded`. */
  shownTotal: z.number().int(),
  /** In the order by subject: each subject before those below it. Empty in other orders. */
  groups: z.array(costBudgetGroup),
  can: rights,
})
export type CostBudgetList = z.output<typeof costBudgetList>

/** What is left of the budgets of subjects; one without a budget and without costs is not listed. */
export const budgetsLeft = z.object(
  listOf(z.object({ code: z.string(), budget_yuan: amountOutput, left_yuan: amountOutput })),
)
export type BudgetsLeft = z.output<typeof budgetsLeft>

/** The children of one subject. */
export const costBudgetSubjectQuery = z.object(subjectBelow)

const MAX_EPISODES = 9_999
const EPISODES_WRONG = '集数须为不小于1的整数'
const EPISODES_RANGE = `集数不能超过${MAX_EPISODES}`

/** The number of episodes of a project, a whole number or its digits; null and '' are unset. */
export const episodes = z
  .union([z.string(), z.number(), z.null()], {
    error: ({ input }) => (input === undefined ? '请输入集数' : EPISODES_WRONG),
  })
  .transform((input, ctx): number | null => {
    if (input === null || input === '') return null
    const digits = /^\d+$/.test(String(input)) ? String(input).replace(/^0+/, '') : ''
    if (digits !== '' && digits.length <= String(MAX_EPISODES).length) return Number(digits)
    ctx.addIssue({ code: 'custom', message: digits === '' ? EPISODES_WRONG : EPISODES_RANGE, input })
    return z.NEVER
  })
  .meta({ description: `集数，1 至 ${MAX_EPISODES} 的整数；null 为未设置`, example: 24 })

export const episodesBody = z.object({ epis: episodes, version })
export type EpisodesBody = z.output<typeof episodesBody>

/** `version` is 0 until the number is set. */
export const episodesAnswer = z.object({
  epis: z.number().int().nullable(),
  version: z.number().int(),
  can: z.object({ write: z.boolean() }),
})
export type EpisodesAnswer = z.output<typeof episodesAnswer>
