import { yuan } from '@pianzhang/contract/money'
import type { ContractAmounts, ProjectAmounts } from '@pianzhang/contract/overview'
import { OUT_CATEGORIES } from '@pianzhang/contract/overview'
import { sql } from 'kysely'
import { paidOnAll } from '../../base/contracts/load.ts'
import { costBudgetTotal } from '../../books/cost-budgets/load.ts'
import { investmentBudgetTotal } from '../../books/investment-budgets/load.ts'
import { totalSum } from '../../books/payments/statistics/sql.ts'
import { openTotal, totalSet } from '../../books/petty-cash/load.ts'
import { receiptTotal } from '../../books/receipts/load.ts'
import type { Db } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { listedCodes } from '../../platform/lists/listed-values.ts'

/** The sums of the ledgers: one statement, so all are as of one moment. */
export async function readProjectAmounts(
  db: Db,
  { project: { id } }: ProjectContext,
): Promise<ProjectAmounts> {
  const { rows } = await sql<Record<keyof ProjectAmounts, bigint>>`select
    ${investmentBudgetTotal(id)} as investment_budget_total_amount,
    (${costBudgetTotal(id)}) as cost_budget_total_amount,
    ${receiptTotal(id)} as investment_execution_total_amount,
    (${totalSum(id, [])}) as cost_execution_total_amount,
    coalesce((select s.amount from (${totalSet(id)}) s), 0) as imprest_total_amount,
    (${openTotal(id)}) as imprest_open_amount`.execute(db)
  const [sums] = rows as [Record<keyof ProjectAmounts, bigint>]
  return {
    investment_budget_total_amount: yuan(sums.investment_budget_total_amount),
    cost_budget_total_amount: yuan(sums.cost_budget_total_amount),
    investment_execution_total_amount: yuan(sums.investment_execution_total_amount),
    cost_execution_total_amount: yuan(sums.cost_execution_total_amount),
    imprest_total_amount: yuan(sums.imprest_total_amount),
    imprest_open_amount: yuan(sums.imprest_open_amount),
  }
}

/** The total of the contracts under which the project pays, and what was paid on them. */
export async function readContractAmounts(
  db: Db,
  { project: { id } }: ProjectContext,
): Promise<ContractAmounts> {
  const { rows } = await sql<{ signed: bigint; paid: bigint }>`
    select coalesce(sum(k.amount), 0) as signed, ${paidOnAll(id)} as paid from contracts k
    where k.project_id = ${id} and k.category = any(${listedCodes(OUT_CATEGORIES)}::smallint[])`.execute(db)
  const { signed, paid: paidTotal } = rows[0] ?? { signed: 0n, paid: 0n }
  return {
    contract_total_amount: yuan(signed),
    contract_paid_total_amount: yuan(paidTotal),
    remaining_amount: yuan(signed - paidTotal),
  }
}
