import { REMINDERS_OF_CONTRACTS } from './contract-cautions/remove.ts'
import type { ContractRule } from './contracts/rule.ts'
import type { PaymentRules } from './cost-executions/rule.ts'
import { WRITE_OFFS_OF_PAYMENTS } from './imprests/write-off/take-back.ts'
import { FEES_OF_CONTRACTS, FEES_OF_PAYMENTS } from './labor-tax/lines.ts'
import { FEES_OF_PAYEES } from './labor-tax/one-person.ts'
import { PLANS_OF_CONTRACTS } from './payables/contract-plan.ts'
import type { PayeeRules } from './payees/rule.ts'
import { REQUESTS_OF_PAYEES } from './payment-requests/payee-changed.ts'
import { APPROVALS_OF_PAYMENTS } from './payment-requests/payment-rule.ts'
import { BATCHES_OF_PAYMENTS } from './transfer-batches/batch-membership.ts'

// What features demand of the books, in the order in which it is asked and its locks are taken.

export const PAYMENT_RULES: PaymentRules = [
  WRITE_OFFS_OF_PAYMENTS,
  APPROVALS_OF_PAYMENTS,
  FEES_OF_PAYMENTS,
  BATCHES_OF_PAYMENTS,
]

export const CONTRACT_RULES: readonly ContractRule[] = [
  PLANS_OF_CONTRACTS,
  FEES_OF_CONTRACTS,
  REMINDERS_OF_CONTRACTS,
]

export const PAYEE_RULES: PayeeRules = [FEES_OF_PAYEES, REQUESTS_OF_PAYEES]
