import { afterEach, expect, test, vi } from 'vitest'
import { resourceChanged } from '../../platform/changes/refresh.ts'
import { queryClient } from '../../platform/query.ts'
import { countsQuery } from './counts.ts'

// Imports counts.ts alone: the menu loads only this file on most pages, so what invalidates the count must be registered in it.

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

const isStale = () => queryClient.getQueryState(countsQuery.queryKey)?.isInvalidated

test('the count is loaded anew when a payment changes, and not when a contract does', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 0, msg: '', data: { count: 3 } }))
  await queryClient.prefetchQuery(countsQuery)
  expect(queryClient.getQueryData(countsQuery.queryKey)).toEqual({ count: 3 })
  await resourceChanged('contract')
  expect(isStale()).toBe(false)
  await resourceChanged('cost_execution')
  expect(isStale()).toBe(true)
})
