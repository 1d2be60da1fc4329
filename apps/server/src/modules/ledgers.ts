import type { Ledger } from '../platform/ledger.ts'
import { BUDGET_VERSIONS } from './budget-versions/ledger.ts'
import { REMINDERS } from './contract-cautions/ledger.ts'
import { CONTRACTS } from './contracts/ledger.ts'
import { COST_BUDGETS } from './cost-budgets/ledger.ts'
import { PAYMENTS } from './cost-executions/ledger.ts'
import { COST_REPORTS } from './cost-reports/ledger.ts'
import { IMPRESTS } from './imprests/ledger.ts'
import { INVESTMENT_BUDGETS } from './investment-budgets/ledger.ts'
import { INVESTMENT_CATEGORIES } from './investment-categories/ledger.ts'
import { RECEIPTS } from './investment-executions/ledger.ts'
import { INVOICES } from './invoices/ledger.ts'
import { LABOR_TAX } from './labor-tax/ledger.ts'
import { MISSING_INVOICES } from './missing-invoices/ledger.ts'
import { PAY_CATEGORIES } from './pay-categories/ledger.ts'
import { PAYABLES } from './payables/ledger.ts'
import { APPROVALS, PAYMENT_REQUESTS } from './payment-requests/ledger.ts'
import { SUBJECTS } from './subjects/ledger.ts'
import { TRANSFER_BATCHES } from './transfer-batches/ledger.ts'

/** Every ledger. Messages that name several of them have this order. */
const ALL = [
  PAYMENTS,
  IMPRESTS,
  RECEIPTS,
  COST_BUDGETS,
  INVESTMENT_BUDGETS,
  CONTRACTS,
  REMINDERS,
  INVOICES,
  MISSING_INVOICES,
  SUBJECTS,
  PAY_CATEGORIES,
  INVESTMENT_CATEGORIES,
  BUDGET_VERSIONS,
  COST_REPORTS,
  TRANSFER_BATCHES,
  PAYABLES,
  PAYMENT_REQUESTS,
  APPROVALS,
  LABOR_TAX,
] as const

export type LedgerResource = (typeof ALL)[number]['resource']
export const LEDGERS: readonly (Ledger & { resource: LedgerResource })[] = ALL
