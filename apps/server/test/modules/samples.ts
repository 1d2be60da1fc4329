import type { LedgerResource } from '../../src/modules/ledgers.ts'
import { REMINDER } from './contract-cautions/sample.ts'
import { CONTRACT } from './contracts/sample.ts'
import { COST_BUDGET } from './cost-budgets/sample.ts'
import { PAYMENT } from './cost-executions/sample.ts'
import { IMPREST } from './imprests/sample.ts'
import { INVESTMENT_BUDGET } from './investment-budgets/sample.ts'
import { INVESTMENT_CATEGORY } from './investment-categories/sample.ts'
import { RECEIPT } from './investment-executions/sample.ts'
import { INVOICE } from './invoices/sample.ts'
import { PAY_CATEGORY } from './pay-categories/sample.ts'
import type { LedgerSample } from './sample.ts'
import { SUBJECT } from './subjects/sample.ts'

/** Of every ledger: one that is missing does not compile. */
export const SAMPLES: Readonly<Record<LedgerResource, LedgerSample>> = {
  cost_execution: PAYMENT,
  imprest: IMPREST,
  investment_execution: RECEIPT,
  cost_budget: COST_BUDGET,
  investment_budget: INVESTMENT_BUDGET,
  contract: CONTRACT,
  contract_caution: REMINDER,
  invoice: INVOICE,
  subject: SUBJECT,
  pay_category: PAY_CATEGORY,
  investment_category: INVESTMENT_CATEGORY,
}
