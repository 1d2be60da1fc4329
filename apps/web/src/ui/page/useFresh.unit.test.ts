import { QueryClient, QueryObserver, type UseQueryResult } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { areFresh } from './useFresh.ts'

// preferences.ts listens to the window, which is missing here.
vi.mock('../../platform/session/preferences.ts', () => ({ preference: vi.fn() }))

test('figures that a colleague changed while nobody looked at them are read again before they are printed', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } })
  let paid = 1
  const observe = (name: string) => new QueryObserver(client, { queryKey: [name], queryFn: async () => paid })
  const [boxes, table] = [observe('boxes'), observe('table')]
  const fresh = () => areFresh([boxes, table].map((one) => one.getCurrentResult() as UseQueryResult))

  const leave = [boxes.subscribe(() => {}), table.subscribe(() => {})]
  expect(fresh()).toBe(false)
  await vi.waitFor(() => expect(fresh()).toBe(true))
  leave[1]?.()
  paid = 2
  await client.invalidateQueries()
  leave.push(table.subscribe(() => {}))
  expect(fresh()).toBe(false)
  await vi.waitFor(() => expect(fresh()).toBe(true))
  expect([boxes, table].map((one) => one.getCurrentResult().data)).toEqual([2, 2])
  for (const stop of leave) stop()
  client.clear()
})
