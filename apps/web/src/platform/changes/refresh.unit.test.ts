import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { queryClient } from '../query.ts'
import { refresher, resourceChanged, shows } from './refresh.ts'

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

test('after a gap the rights are loaded first, then what they leave on the page', async () => {
  queryClient.clear()
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  const loaded: string[] = []
  const stops = ['profile', 'counts'].map((key) => {
    const observer = new QueryObserver(queryClient, {
      queryKey: [key],
      queryFn: () => {
        loaded.push(key)
        return loaded.length
      },
    })
    return observer.subscribe(({ data }) => {
      // The menu takes away what the profile does not permit any more.
      if (key === 'profile' && data === 3) stops[1]?.()
    })
  })
  await vi.waitFor(() => expect(queryClient.getQueryData(['counts'])).toBe(2))
  refresher(new AbortController().signal)(null)
  await vi.waitFor(() => expect(loaded).toHaveLength(3))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(loaded).toEqual(['profile', 'counts', 'profile'])
  stops[0]?.()
  vi.unstubAllGlobals()
})
