import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, api } from './api.ts'

beforeEach(() => vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined }))
afterEach(() => vi.unstubAllGlobals())

/** The server answers a stream of this text, in pieces that end anywhere. */
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
  const told: unknown[] = []
  expect(await api.stream('/x', {}, (progress) => told.push(progress))).toEqual({ status: 'succeeded' })
  expect(told).toEqual([{ done: 0, total: 0, ahead: 2 }, null, { done: 1, total: 9 }])
})

test('a failure after a heartbeat is the failure that it would have been before', async () => {
  answers(':\n\nevent: failure\ndata: {"code":422,"msg":"文件已损坏","data":{}}\n\n')
  const failed = await api.stream('/x', {}, () => undefined, { quiet: true }).catch((error) => error)
  expect(failed).toBeInstanceOf(ApiError)
  expect(failed).toMatchObject({ code: 422, message: '文件已损坏' })
})
