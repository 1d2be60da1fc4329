import type { PeopleRule } from '../../base/roles/rule.ts'
import { retellDeciders } from './deciders.ts'
import { refuseNamed, tellRuleWriters } from './named-approvers.ts'

/** Of roles and accounts that decide on payment requests. */
export const APPROVERS: PeopleRule = {
  removing: refuseNamed,
  disabled: tellRuleWriters,
  changed: retellDeciders,
}
