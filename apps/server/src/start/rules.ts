import { REMINDERS_OF_CONTRACTS } from '../modules/contract-cautions/remove.ts'
import type { ContractRule } from '../modules/contracts/rule.ts'
import type { PaymentRules } from '../modules/cost-executions/rule.ts'
import { WRITE_OFFS_OF_PAYMENTS } from '../modules/imprests/write-off/take-back.ts'
import { FEES_OF_CONTRACTS, FEES_OF_PAYMENTS } from '../modules/labor-tax/lines.ts'
import { PLANS_OF_CONTRACTS } from '../modules/payables/contract-plan.ts'
import { APPROVALS_OF_PAYMENTS } from '../modules/payment-requests/stored-rules.ts'
import { BATCHES_OF_PAYMENTS } from '../modules/transfer-batches/batch-membership.ts'

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
