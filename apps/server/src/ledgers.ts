import { CONTRACTS } from './base/contracts/ledger.ts'
import { INVOICES } from './base/invoices/ledger.ts'
import { SUBJECTS } from './base/subjects/ledger.ts'
import { INVESTMENT_TYPES, PAYMENT_TYPES } from './base/types/ledger.ts'
import { COST_BUDGETS } from './books/cost-budgets/ledger.ts'
import { INVESTMENT_BUDGETS } from './books/investment-budgets/ledger.ts'
import { PAYMENTS } from './books/payments/ledger.ts'
import { PETTY_CASH } from './books/petty-cash/ledger.ts'
import { RECEIPTS } from './books/receipts/ledger.ts'
import { BUDGET_VERSIONS } from './features/budget-versions/ledger.ts'
import { COST_REPORTS } from './features/cost-reports/ledger.ts'
import { FEES } from './features/fees/ledger.ts'
import { MISSING_INVOICES } from './features/missing-invoices/ledger.ts'
import { PAYABLES } from './features/payables/ledger.ts'
import { APPROVALS, PAYMENT_REQUESTS } from './features/payment-requests/ledger.ts'
import { REMINDERS } from './features/reminders/ledger.ts'
import { TRANSFER_BATCHES } from './features/transfer-batches/ledger.ts'
import type { Ledger } from './platform/ledger.ts'

/** Every ledger. Messages that name several of them have this order. */
const ALL = [
  PAYMENTS,
  PETTY_CASH,
  RECEIPTS,
  COST_BUDGETS,
  INVESTMENT_BUDGETS,
  CONTRACTS,
  REMINDERS,
  INVOICES,
  MISSING_INVOICES,
  SUBJECTS,
  PAYMENT_TYPES,
  INVESTMENT_TYPES,
  BUDGET_VERSIONS,
  COST_REPORTS,
  TRANSFER_BATCHES,
  PAYABLES,
  PAYMENT_REQUESTS,
  APPROVALS,
  FEES,
] as const

export type LedgerResource = (typeof ALL)[number]['resource']
export const LEDGERS: readonly (Ledger & { resource: LedgerResource })[] = ALL
