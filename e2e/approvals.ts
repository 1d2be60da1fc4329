import type { ApprovalRules } from '@pianzhang/contract/payment-requests'
import { call, ownCompany } from './books.ts'
import type { Page } from './test.ts'

/** A project of a company with approvals and payment plans. */
export const begun = (page: Page, name: string) => ownCompany(page, name, ['approval', 'payable'])

export const rulesOf = (page: Page, project: string) =>
  call<ApprovalRules>(page, 'payment_requests/rules', project)

/** Sets rules: payments of 5,000.00 and more need the super administrator's approval, also for requests of their own. */
export async function setRules(page: Page, project: string): Promise<void> {
  const { approvers, version } = await rulesOf(page, project)
  const person = approvers.find(({ kind }) => kind === 'user')?.code ?? ''
  const bands = [
    { from: '0', steps: [] },
    { from: '5000', steps: [[person]] },
  ]
  await call(page, 'payment_requests/rules', project, { on: true, self_approve: true, bands, version }, 'PUT')
}
