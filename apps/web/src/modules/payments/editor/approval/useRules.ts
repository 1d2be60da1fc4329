import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useCan } from '../../../../platform/session/session.ts'
import { bandsQuery, rulesQuery } from './rules.ts'
import type { Rules } from './words.ts'

/** What payments people have to approve, for forms; they do without while it cannot be read. */
export function useRules(): Pick<UseQueryResult<Rules>, 'data' | 'isLoading'> {
  const can = useCan()
  const mayRead = can('payment_request', 'read')
  const whole = useQuery({ ...rulesQuery, enabled: mayRead, retry: false })
  const bands = useQuery({
    ...bandsQuery,
    enabled: !mayRead && can('cost_execution', 'write'),
    retry: false,
  })
  return mayRead ? whole : bands
}
