import { overviewApi } from '@pianzhang/contract/api/views'
import { contractAmounts, projectAmounts } from '@pianzhang/contract/overview'
import { inProject } from '../../platform/http/guard.ts'
import { type Route, read } from '../../platform/http/route.ts'
import { ledgerFiles } from '../../platform/sheet-import/ledger-files.ts'
import { readContractAmounts, readProjectAmounts } from './amounts.ts'
import { contractCompares } from './contracts.ts'
import { costCompares } from './costs.ts'
import { investmentCompares } from './investors.ts'

const charts = [investmentCompares, ...costCompares, contractCompares]

/** The overview of a project: sums of its ledgers, budgets against what was used of them (api.md §5, Projects). */
export const overviewRoutes: Route[] = [
  read(
    overviewApi.amounts,
    {
      summary: 'Sums of budgets, receipts, payments and petty cash',
      access: inProject('overview', 'read'),
      answer: projectAmounts,
      replica: true,
    },
    readProjectAmounts,
  ),
  read(
    overviewApi.contracts,
    {
      summary: 'What contracts come to, and what was paid on them',
      access: inProject('overview', 'read'),
      answer: contractAmounts,
      replica: true,
    },
    readContractAmounts,
  ),
  ...charts.flatMap(({ routes }) => routes),
]

export const registerOverviewFiles = ledgerFiles({ files: charts })
