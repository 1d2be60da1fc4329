import { expect, test } from 'vitest'
import { resourceChanged } from '../../../platform/changes/refresh.ts'
import { queryClient } from '../../../platform/query.ts'
import { forecastQuery } from './api.ts'

test('the forecast is loaded anew when a fee or a remittance is saved', async () => {
  const { queryKey } = forecastQuery(12)
  await queryClient.prefetchQuery({ queryKey, queryFn: () => 1 })
  const isStale = () => queryClient.getQueryState(queryKey)?.isInvalidated
  await resourceChanged('subject')
  expect(isStale()).toBe(false)
  await resourceChanged('labor_tax')
  expect(isStale()).toBe(true)
})
