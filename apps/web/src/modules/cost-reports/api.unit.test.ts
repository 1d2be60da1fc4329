import { expect, test, vi } from 'vitest'
import { resourceChanged } from '../../platform/changes/refresh.ts'
import { queryClient } from '../../platform/query.ts'
import { reportQuery } from './api.ts'

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
