import { importApi, removeApi } from '@pianzhang/contract/api/ledger'
import { expect, test, vi } from 'vitest'
import { ApiError, callAny, NETWORK, TIMEOUT, writing } from './api.ts'
import { stream } from './stream.ts'
import { underKey } from './unanswered.ts'

/** Writes the content, and returns the key that it was sent under. */
async function keyOf(content: string, failure?: ApiError): Promise<string> {
  let sent = ''
  await underKey(content, async (key) => {
    sent = key
    if (failure) throw failure
  }).catch((error: unknown) => {
    if (error !== failure) throw error
  })
  return sent
}

test.each([
  ['no network', new ApiError(0, NETWORK, '')],
  ['a timeout', new ApiError(0, TIMEOUT, '')],
  ['a gateway that lost the server', new ApiError(502, 502, '')],
])('after %s the same content keeps its key until it is answered', async (_, failure) => {
  const key = await keyOf('one', failure)
  expect(await keyOf('another')).not.toBe(key)
  expect(await keyOf('one', failure)).toBe(key)
  expect(await keyOf('one')).toBe(key)
  expect(await keyOf('one')).not.toBe(key)
})

test('a refusal is an answer: the next attempt is another write', async () => {
  const key = await keyOf('one', new ApiError(422, 422, ''))
  expect(await keyOf('one')).not.toBe(key)
})

test('a key is kept for two minutes after the last attempt', async () => {
  vi.useFakeTimers()
  const lost = new ApiError(0, NETWORK, '')
  const key = await keyOf('one', lost)
  vi.advanceTimersByTime(100_000)
  expect(await keyOf('one', lost)).toBe(key)
  vi.advanceTimersByTime(100_000)
  expect(await keyOf('one', lost)).toBe(key)
  vi.advanceTimersByTime(120_000)
  expect(await keyOf('one', lost)).not.toBe(key)
  vi.useRealTimers()
})

test('after another write was stored, the same content is a new write', async () => {
  const lost = new ApiError(0, NETWORK, '')
  const key = await keyOf('unlink', lost)
  await writing(() => Promise.reject(lost)).catch(() => undefined)
  expect(await keyOf('unlink', lost)).toBe(key)
  await writing(() => Promise.resolve('linked'))
  expect(await keyOf('unlink')).not.toBe(key)
})

test('a deletion repeated without a network is sent under the same key, also after a preview', async () => {
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined })
  const { many } = removeApi('/x')
  const { preview } = importApi('/x')
  const sent: (string | null)[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get('idempotency-key'))
    if (sent.length === 1) throw new TypeError('Failed to fetch')
    return new Response('{"code":0}')
  })
  const remove = () => callAny(many, { body: { codes: ['a'] }, quiet: true })
  await expect(remove()).rejects.toMatchObject({ code: NETWORK })
  await callAny(preview)
  await stream(preview, { body: { attachment_code: 'a' } }, () => undefined)
  await remove()
  await remove()
  vi.unstubAllGlobals()
  const [first, asked, previewed, again, next] = sent
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect([asked, previewed, again]).toEqual([null, null, first])
  expect(next).not.toBe(first)
})
