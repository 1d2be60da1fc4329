import { afterEach, expect, test, vi } from 'vitest'
import { requestRecords } from './api.ts'

afterEach(() => vi.unstubAllGlobals())

test('a draft and its submission are two acts, each of which may be repeated under its own key', async () => {
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
    keys.push(
      new Request(new URL(String(given[0]), 'http://localhost'), given[1]).headers.get('Idempotency-Key'),
    )
    throw new TypeError('no answer')
  })
  const body = { cost_execution_details: [] }
  for (const submit of [false, true, false])
    await requestRecords(submit)
      .create(body, 'key', {})
      .catch(() => undefined)
  expect(keys).toHaveLength(3)
  expect(keys[0]).toBe(keys[2])
  expect(keys[0]).not.toBe(keys[1])
})
