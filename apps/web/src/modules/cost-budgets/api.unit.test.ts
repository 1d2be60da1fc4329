import { expect, test, vi } from 'vitest'
import { resourceChanged } from '../../platform/changes/refresh.ts'
import { queryClient } from '../../platform/query.ts'
import { budgets } from './api.ts'

// Files of the platform listen to the window's events as soon as they are imported.
vi.hoisted(() => {
  vi.stubGlobal('addEventListener', () => {})
})

test('a lock of the budget reloads its lines, which say what may be done with them', async () => {
  const queryKey = [budgets.key, 'list']
  queryClient.setQueryData(queryKey, {})
  await resourceChanged('budget_version')
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
