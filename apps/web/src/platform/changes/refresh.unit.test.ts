import { expect, test } from 'vitest'
import { queryClient } from '../query.ts'
import { resourceChanged, shows } from './refresh.ts'

test('what shows a resource is loaded anew, and what does not say what it shows', async () => {
  // Other test files of the worker use the same client.
  queryClient.clear()
  shows(['invoices'], 'invoice', 'cost_execution')
  const load = (queryKey: string[], meta?: { shows: ['subject'] }) =>
    queryClient.prefetchQuery({ queryKey, queryFn: () => 1, ...(meta && { meta }) })
  await load(['invoices', 'list'])
  await load(['subjects'], { shows: ['subject'] })
  await load(['silent'])
  // A query of the company, not of the project.
  await load(['projects'])
  const stale = () =>
    queryClient
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.isInvalidated)
      .map(({ queryKey }) => queryKey[0])

  await resourceChanged('subject')
  expect(stale()).toEqual(['subjects', 'silent'])
  await resourceChanged('cost_execution')
  expect(stale()).toEqual(['invoices', 'subjects', 'silent'])
})
