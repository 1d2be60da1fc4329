import type { Feature } from './features.ts'
import type { Model } from './permissions.ts'

/**
 * The features of `RESOURCES`, as a table of their own: every page asks for them first, and only pages of roles need names and actions. A test
 * compares the two.
 */
const FEATURES_OF: Partial<Record<Model, Feature>> = {
  cost_report: 'cost_report',
  budget_version: 'cost_report',
  payable: 'payable',
  payee: 'payee',
  transfer_batch: 'payee',
  payment_request: 'approval',
  payment_approval: 'approval',
}

/** The feature that a resource belongs to; undefined: every company has it. */
export const featureOf = (model: Model): Feature | undefined => FEATURES_OF[model]
