import type { ContractRule } from '../base/contracts/rule.ts'
import type { PayeeRules } from '../base/payees/rule.ts'
import type { PeopleRules } from '../base/roles/rule.ts'
import type { PaymentRules } from '../books/payments/rule.ts'
import { WRITE_OFFS_OF_PAYMENTS } from '../books/petty-cash/write-off/take-back.ts'
import { FEES_OF_CONTRACTS, FEES_OF_PAYMENTS } from '../features/fees/lines.ts'
import { FEES_OF_PAYEES } from '../features/fees/one-person.ts'
import { PLANS_OF_CONTRACTS } from '../features/payables/contract-plan.ts'
import { REQUESTS_OF_PAYEES } from '../features/payment-requests/payee-changed.ts'
import { APPROVALS_OF_PAYMENTS } from '../features/payment-requests/payment-rule.ts'
import { APPROVERS } from '../features/payment-requests/people-rule.ts'
import { REMINDERS_OF_CONTRACTS } from '../features/reminders/save.ts'
import { BATCHES_OF_PAYMENTS } from '../features/transfer-batches/batch-membership.ts'

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

export const PEOPLE_RULES: PeopleRules = [APPROVERS]
