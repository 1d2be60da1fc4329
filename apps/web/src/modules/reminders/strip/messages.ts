import { reminderApi } from '@pianzhang/contract/api/features'
import { queryOptions } from '@tanstack/react-query'
import { read } from '../../../platform/api/api.ts'
import { shows } from '../../../platform/changes/refresh.ts'

const KEY = 'contract_messages'
// Payments and receipts change the unpaid amount; an archived project has no messages.
shows([KEY], 'contract_caution', 'contract', 'cost_execution', 'investment_execution', 'payable', 'project')

/** Reminders due today in this tab's project. A failure is silent: the next change or day asks again. */
export const messagesQuery = (project: string) =>
  queryOptions({
    queryKey: [KEY, project],
    queryFn: ({ signal }) => read(reminderApi.messages, { signal, handled: true }),
    // Strip.tsx asks again when the day is over.
    staleTime: Number.POSITIVE_INFINITY,
  })
