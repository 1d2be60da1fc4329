import { z } from 'zod'
import { subjectBelow } from './dashboard.ts'
import { CONTRACT_CATEGORIES } from './lists.ts'
import { amountOutput } from './money.ts'
import { listedValues, listOf, pageQuery } from './page.ts'

/** All amounts in one answer, as of one moment. */
export const projectAmounts = z.object({
  investment_budget_total_amount: amountOutput,
  cost_budget_total_amount: amountOutput,
  investment_execution_total_amount: amountOutput,
  cost_execution_total_amount: amountOutput,
  /** The total set of the petty cash, not what was spent of it. */
  imprest_total_amount: amountOutput,
  /** Petty cash details that are not written off; with the payments they are the cost so far. */
  imprest_open_amount: amountOutput,
})
export type ProjectAmounts = z.output<typeof projectAmounts>

/** Contracts that cost money: categories 0–2. */
export const contractAmounts = z.object({
  contract_total_amount: amountOutput,
  contract_paid_total_amount: amountOutput,
  /** Total − paid; below zero if more was paid than signed. */
  remaining_amount: amountOutput,
})
export type ContractAmounts = z.output<typeof contractAmounts>

/** What stands for a share where something was used without a budget, or paid on a contract without a total. */
export const NO_BUDGET = '无预算'
export const NO_TOTAL = '无总额'

/** A budget against what was used of it; rows where both are 0 are left out. */
const compared = { budget: amountOutput, executed: amountOutput }
const row = { name: z.string(), code: z.string(), ...compared }

/** The 200 investors with the largest receipts; `code` is the investor's name. */
export const investmentCompare = z.object({
  items: z.array(z.object(row)),
  /** The number and sums of the investors after them. */
  others: z.object({ quantity: z.number().int(), ...compared }),
})
export type InvestmentCompare = z.output<typeof investmentCompare>

/** `code` is the query of the next level, `out_code` the number shown to people. Costs without a budget first, then the largest cost. */
export const costCompare = z.object({ items: z.array(z.object({ ...row, out_code: z.string() })) })
export type CostCompare = z.output<typeof costCompare>

export const costCompareQuery = z.object(subjectBelow)

/** Categories of contracts whose money goes out. */
export const OUT_CATEGORIES: readonly string[] = CONTRACT_CATEGORIES.filter(
  ({ direction }) => direction === 'out',
).map(({ code }) => code)

/** Without `categories`: 0–2. The exported spreadsheet has the rows of all pages. */
export const contractCompareQuery = z.object({ ...pageQuery(), categories: listedValues })

/**
 * `name` is the contract's number, `budget` its amount, `executed` what was paid. Largest amount first. `customer` only
 * for those who may read contracts.
 */
export const contractCompare = z.object(listOf(z.object({ ...row, customer: z.string().optional() })))
export type ContractCompare = z.output<typeof contractCompare>
