import type { ApprovalRules } from '@pianzhang/contract/payment-requests'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useCan } from '../../../platform/session/session.ts'
import { rulesQuery } from './api.ts'

/** The rules for forms, which do without where this person may not read them. */
export function useRules(): UseQueryResult<ApprovalRules> {
  const can = useCan()
  return useQuery({ ...rulesQuery, enabled: can('payment_request', 'read'), retry: false })
}
