import { get, post, put, remove, shapes } from '@pianzhang/contract/endpoint'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { currentDay } from '../currentDay.ts'
import { ApiError, call, NETWORK, onRemediable } from './api.ts'
import { stream } from './stream.ts'

const NO_SHAPES = shapes<{ answer: z.ZodType }>()
const X = get('/x', NO_SHAPES)
const STREAM = post('/x', NO_SHAPES)
const PUT = put('/x', shapes<{ body: z.ZodObject; answer: z.ZodType }>())

beforeEach(() => vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Makes the server answer with a stream of this text, in pieces cut anywhere. */
function answers(text: string): void {
  const pieces = text.match(/[\s\S]{1,7}/g) ?? []
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
  const headers = { 'content-type': 'text/event-stream; charset=utf-8' }
  vi.stubGlobal('fetch', async () => new Response(body, { headers }))
}

test('a stream with heartbeats tells that it waits, that the wait is over, how far it is, and its result', async () => {
  answers(
    ':\n\nevent: waiting\ndata: {"ahead":2}\n\n:\n\nevent: waiting\ndata: {"ahead":null}\n\n' +
      'event: progress\ndata: {"done":1,"total":9}\n\n:\n\nevent: result\ndata: {"status":"succeeded"}\n\n',
  )
  const reported: unknown[] = []
  expect(await stream(STREAM, {}, (progress) => reported.push(progress))).toEqual({ status: 'succeeded' })
  expect(reported).toEqual([{ done: 0, total: 0, ahead: 2 }, null, { done: 1, total: 9 }])
})

test('a failure after a heartbeat is the failure that it would have been before', async () => {
  answers(':\n\nevent: failure\ndata: {"code":422,"msg":"文件已损坏","data":{}}\n\n')
  const failed = await stream(STREAM, { quiet: true }, () => undefined).catch((error) => error)
  expect(failed).toBeInstanceOf(ApiError)
  expect(failed).toMatchObject({ code: 422, message: '文件已损坏' })
})

test('a project that no header can name is asked for all the same, and refused by the server', async () => {
  const sent: (string | null)[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    // `Headers` throws a TypeError, as in a browser, for characters that are no bytes and for line breaks.
    sent.push(new Headers(headers).get('x-project'))
    return new Response('{"code":300009,"msg":"请先选择项目"}')
  })
  for (const project of ['片场', 'a\nb', '8FK2-x_9'])
    expect(await call(X, { project, quiet: true }).catch((error) => error)).toMatchObject({
      code: 300009,
    })
  expect(sent).toEqual(['%E7%89%87%E5%9C%BA', 'a%0Ab', '8FK2-x_9'])
})

test('a call that lacks a code is sent again as it was, under the same key, once the person has given one', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { method, headers, body }: RequestInit) => {
    sent.push([method, url, new Headers(headers).get('idempotency-key'), body])
    const lacks = sent.length % 2 === 1
    return new Response(lacks ? '{"code":300012}' : '{"code":0,"data":{}}', { status: lacks ? 403 : 200 })
  })
  const asked: number[] = []
  let gives = true
  const stop = onRemediable(async ({ code }) => asked.push(code) > 0 && gives)
  const idempotencyKey = 'key'
  expect((await call(PUT, { body: { name: '甲' }, idempotencyKey, quiet: true })).data).toEqual({})
  expect((await call(remove('/x', NO_SHAPES), { quiet: true })).data).toEqual({})
  expect(asked).toEqual([300012, 300012])
  expect(sent[0]).toEqual(['PUT', '/api/manager/x', 'key', '{"name":"甲"}'])
  expect([sent[1], sent[3]]).toEqual([sent[0], sent[2]])
  gives = false
  const failed = await call(PUT, { body: {}, quiet: true }).catch((error) => error)
  expect([failed.code, sent.length]).toEqual([300012, 5])
  stop()
})

test("the day is the server's where the clock of the computer is wrong, and the computer's where it differs by seconds", async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T16:30:00Z') })
  const answered = async (date: string) => {
    vi.stubGlobal('fetch', async () => new Response('{"code":0}', { headers: { date } }))
    await call(X)
    return currentDay()
  }
  expect(await answered('Sat, 21 Nov 2026 16:31:00 GMT')).toBe('2026-11-22')
  expect(await answered('Tue, 24 Nov 2026 15:59:59 GMT')).toBe('2026-11-24')
  // 59 s before midnight in Shanghai by the computer, 1 s after it by the server.
  vi.setSystemTime(new Date('2026-11-24T15:59:01Z'))
  expect(await answered('Tue, 24 Nov 2026 16:00:01 GMT')).toBe('2026-11-24')
})

/** Makes the server open a stream and send nothing. `say` sends a comment. */
function opens(): { say: () => void } {
  let said: ReadableStreamDefaultController<Uint8Array> | undefined
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        said = controller
      },
    })
    signal?.addEventListener('abort', () => said?.error(signal.reason))
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  })
  return { say: () => said?.enqueue(new TextEncoder().encode(':\n\n')) }
}

test('a stream is lost after a minute without a byte, and not before', async () => {
  vi.useFakeTimers()
  const { say } = opens()
  const ended = vi.fn()
  void stream(STREAM, { quiet: true }, () => undefined).catch(ended)
  for (let minute = 0; minute < 5; minute++) {
    await vi.advanceTimersByTimeAsync(59_000)
    say()
    await vi.advanceTimersByTimeAsync(0)
  }
  await vi.advanceTimersByTimeAsync(59_999)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ code: NETWORK, message: '连接中断，请刷新后查看结果' }),
  )
})

test('a stream that its caller breaks off is no failure', async () => {
  opens()
  const gone = new AbortController()
  const run = stream(STREAM, { signal: gone.signal }, () => undefined)
  gone.abort()
  await expect(run).rejects.toMatchObject({ name: 'AbortError' })
})
