import type { LedgerResource } from '../../src/ledgers.ts'
import { SAMPLE as CONTRACT } from '../base/contracts/sample.ts'
import { SAMPLE as INVOICE } from '../base/invoices/sample.ts'
import { SAMPLE as SUBJECT } from '../base/subjects/sample.ts'
import { SAMPLE as INVESTMENT_TYPE } from '../base/types/investment-sample.ts'
import { SAMPLE as PAYMENT_TYPE } from '../base/types/payment-sample.ts'
import { SAMPLE as COST_BUDGET } from '../books/cost-budgets/sample.ts'
import { SAMPLE as INVESTMENT_BUDGET } from '../books/investment-budgets/sample.ts'
import { SAMPLE as PAYMENT } from '../books/payments/sample.ts'
import { SAMPLE as PETTY_CASH } from '../books/petty-cash/sample.ts'
import { SAMPLE as RECEIPT } from '../books/receipts/sample.ts'
import { SAMPLE as BUDGET_VERSION } from '../features/budget-versions/sample.ts'
import { SAMPLE as COST_REPORT } from '../features/cost-reports/sample.ts'
import { SAMPLE as FEE } from '../features/fees/sample.ts'
import { SAMPLE as INVOICE_TITLE } from '../features/missing-invoices/sample.ts'
import { SAMPLE as PAYABLE } from '../features/payables/sample.ts'
import { SAMPLE as APPROVAL_RULES } from '../features/payment-requests/rules-sample.ts'
import { SAMPLE as PAYMENT_REQUEST } from '../features/payment-requests/sample.ts'
import { SAMPLE as REMINDER } from '../features/reminders/sample.ts'
import { SAMPLE as TRANSFER_BATCH } from '../features/transfer-batches/sample.ts'
import type { LedgerSample } from './sample.ts'

/** Of every ledger: one that is missing does not compile. */
export const SAMPLES: Readonly<Record<LedgerResource, LedgerSample>> = {
  cost_execution: PAYMENT,
  imprest: PETTY_CASH,
  investment_execution: RECEIPT,
  cost_budget: COST_BUDGET,
  investment_budget: INVESTMENT_BUDGET,
  contract: CONTRACT,
  contract_caution: REMINDER,
  invoice: INVOICE,
  missing_invoice: INVOICE_TITLE,
  subject: SUBJECT,
  pay_category: PAYMENT_TYPE,
  investment_category: INVESTMENT_TYPE,
  budget_version: BUDGET_VERSION,
  cost_report: COST_REPORT,
  transfer_batch: TRANSFER_BATCH,
  payable: PAYABLE,
  payment_request: PAYMENT_REQUEST,
  payment_approval: APPROVAL_RULES,
  labor_tax: FEE,
}

/** The path of a ledger's records below `/api/manager`: the plural of their name, unless the sample says otherwise. */
export const pathOf = ({ resource }: { resource: LedgerResource }): string =>
  SAMPLES[resource].path ?? `${resource.replace(/y$/, 'ie')}s`

/** Whether the tests of all routes make such records: not those of which a project has one at a time, nor those of features that are off. */
export const isCreated = (resource: LedgerResource): boolean => !SAMPLES[resource].single
