import { expect, test, vi } from 'vitest'
import { resourceChanged } from '../../platform/changes/refresh.ts'
import { queryClient } from '../../platform/query.ts'
import { estimateChanged, reportQuery } from './api.ts'

// Files of the platform listen to the window's events as soon as they are imported.
vi.hoisted(() => {
  vi.stubGlobal('addEventListener', () => {})
})

test('a fee, whose tax is committed until it is remitted, reloads the report', async () => {
  const queryKey: readonly unknown[] = reportQuery(undefined).queryKey
  queryClient.setQueryData(queryKey, {})
  await resourceChanged('labor_tax')
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
})

test('of the parts of the report a saved estimate reloads that of its subject of level one alone', async () => {
  const keys = [undefined, 'top', 'other'].map(
    (below): readonly unknown[] => reportQuery(undefined, below).queryKey,
  )
  for (const queryKey of keys) queryClient.setQueryData(queryKey, {})
  await estimateChanged('top')
  expect(keys.map((queryKey) => queryClient.getQueryState(queryKey)?.isInvalidated)).toEqual([
    true,
    true,
    false,
  ])
})
