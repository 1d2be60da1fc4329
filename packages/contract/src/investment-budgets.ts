import { z } from 'zod'
import { amountField, amountOutput, positiveField, ratioOutput } from './money.ts'
import { code, listOf, orAbsent, orderQuery, pageQuery, rights, updateBody, version } from './page.ts'
import { nameText } from './text.ts'

/** What the fields are called: in messages, the log, the spreadsheet, the list and the form. */
export const INVESTMENT_BUDGET_FIELDS = {
  investor: '投资方',
  amount: '投资金额',
  variate: '投资溢价',
} as const

/** A decimal written like an amount; becomes hundredths. Absent, null and blank are 0. */
const variate = z
  .union(
    [z.string().meta({ pattern: String.raw`^(-?\d+(\.\d{1,2})?)?$` }), z.number(), z.null()],
    `${INVESTMENT_BUDGET_FIELDS.variate}格式不正确`,
  )
  .optional()
  .transform((input) => (input === undefined || input === null || input === '' ? '0' : input))
  .pipe(amountField(INVESTMENT_BUDGET_FIELDS.variate))

/** What an investor promises, in the form. Amounts become fen. */
export const investmentBudgetBody = z.object({
  /** Unique in the project. */
  investor: nameText(INVESTMENT_BUDGET_FIELDS.investor),
  amount: positiveField(INVESTMENT_BUDGET_FIELDS.amount),
  /** 投资溢价: for information, not part of any sum. */
  variate,
  version,
})
export type InvestmentBudgetBody = z.output<typeof investmentBudgetBody>
export const investmentBudgetUpdate = updateBody(investmentBudgetBody)
export type InvestmentBudgetUpdate = z.output<typeof investmentBudgetUpdate>

/** Percentages are shares of one total, so both give the same order; if a query has both, the first counts. */
const orders = { amount_order: orderQuery, percentage_order: orderQuery }
/** The budgets created by this import. */
const filters = { import_code: orAbsent(code) }
export const investmentBudgetQuery = z.object({ ...pageQuery(), ...filters, ...orders })
export type InvestmentBudgetQuery = z.output<typeof investmentBudgetQuery>
export const investmentBudgetExportQuery = z.object({ ...filters, ...orders })
type InvestmentBudgetExportQuery = z.output<typeof investmentBudgetExportQuery>
export type InvestmentBudgetOrders = Pick<InvestmentBudgetExportQuery, keyof typeof orders>

/** An investment budget in answers; `can`: what the caller may do with it now. */
export const investmentBudget = z.object({
  code: z.string(),
  version: z.number().int(),
  investor: z.string(),
  amount_yuan: amountOutput,
  variate: amountOutput.meta({ description: '投资溢价，两位小数', example: '0.00' }),
  /** Its amount ÷ the total of the project. */
  percentage: ratioOutput,
  creator_name: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  can: rights,
})
export type InvestmentBudget = z.output<typeof investmentBudget>

export const investmentBudgetList = z.object({
  ...listOf(investmentBudget),
  /** The sum of all investment budgets of the project. */
  total_amount: amountOutput,
  can: rights,
})
export type InvestmentBudgetList = z.output<typeof investmentBudgetList>
