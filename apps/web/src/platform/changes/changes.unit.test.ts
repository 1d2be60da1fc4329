import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ChangedResource, listenToChanges, waitAfter } from './changes.ts'
import { refresher } from './refresh.ts'

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const show = (state: 'visible' | 'hidden') => {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}

/** The requested streams; the test writes to them and ends them. */
let streams: { url: string; write: (text: string) => void; end: () => void; signal: AbortSignal }[] = []
let answer: (() => Response) | undefined
let top = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers()
  streams = []
  answer = undefined
  page.visibilityState = 'visible'
  top = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', top.addEventListener.bind(top))
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('fetch', async (url: string, { signal }: { signal: AbortSignal }) => {
    if (answer) {
      streams.push({ url, write: () => {}, end: () => {}, signal })
      return answer()
    }
    let out: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        out = controller
      },
    })
    signal.addEventListener('abort', () => out?.error(signal.reason))
    streams.push({
      url,
      signal,
      write: (text) => out?.enqueue(new TextEncoder().encode(text)),
      end: () => out?.close(),
    })
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const settle = () => vi.advanceTimersByTimeAsync(0)
const event = (resource: string) => `data: ${JSON.stringify({ resource, action: 'update' })}\n\n`

function listen() {
  const received: ChangedResource[] = []
  const refusals: [number, string][] = []
  const onLost = vi.fn()
  const onNotices = vi.fn()
  const stop = listenToChanges('person', 'p1', {
    onNotices,
    onChange: (one) => received.push(one),
    onRefused: ({ code, message }) => refusals.push([code, message]),
    onLost,
  })
  return { received, refusals, onLost, onNotices, stop }
}

test('hears each change; after every new stream whatever may have been missed', async () => {
  const { received, stop } = listen()
  await settle()
  expect(streams.map(({ url }) => url)).toEqual(['/api/common/event_source/project?project=p1'])
  expect(received).toEqual([null])
  streams[0]?.write(`: open\n\n${event('cost_execution')}:\n\n`)
  await settle()
  expect(received).toEqual([null, 'cost_execution'])
  await vi.advanceTimersByTimeAsync(20_000)
  streams[0]?.end()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(streams).toHaveLength(2)
  expect(received).toEqual([null, 'cost_execution', null])
  stop()
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(streams).toHaveLength(2)
  expect(streams[1]?.signal.aborted).toBe(true)
})

test("hears that the person's own notices changed, apart from the changes of the project, and after a gap", async () => {
  const { received, onNotices, stop } = listen()
  await settle()
  expect(onNotices).toHaveBeenCalledTimes(1)
  streams[0]?.write('event: notices\ndata: {}\n\n')
  await settle()
  expect(onNotices).toHaveBeenCalledTimes(2)
  expect(received).toEqual([null])
  stop()
})

test('a connection that says nothing any more is given up', async () => {
  const { stop } = listen()
  await settle()
  for (let at = 0; at < 5; at++) {
    await vi.advanceTimersByTimeAsync(60_000)
    streams[0]?.write(':\n\n')
  }
  expect(streams).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(72_000)
  expect(streams).toHaveLength(2)
  stop()
})

test('waits longer after each failure, half a minute at most, and much longer when it is refused', async () => {
  expect([0, 1, 2, 9].map((failures) => waitAfter(failures, 1))).toEqual([1_000, 2_000, 4_000, 30_000])
  answer = () => new Response('{"code":503}', { status: 503 })
  const { received, stop } = listen()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(streams.length).toBeGreaterThan(3)
  expect(streams.length).toBeLessThan(9)
  answer = () => Response.json({ code: 50012 })
  await vi.advanceTimersByTimeAsync(30_000)
  const tries = streams.length
  await vi.advanceTimersByTimeAsync(4 * 60_000)
  expect(streams).toHaveLength(tries)
  expect(received).toEqual([])
  stop()
})

test('a stream that cannot be opened again is told within some ten seconds; a short restart and a refusal are not', async () => {
  const unreachable = () => new Response('', { status: 502 })
  const { onLost, stop } = listen()
  await vi.advanceTimersByTimeAsync(20_000)
  answer = unreachable
  streams[0]?.end()
  await vi.advanceTimersByTimeAsync(2_000)
  answer = undefined
  await vi.advanceTimersByTimeAsync(20_000)
  expect(onLost).not.toHaveBeenCalled()
  answer = unreachable
  streams.at(-1)?.end()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(onLost).toHaveBeenCalledTimes(1)
  answer = () => Response.json({ code: 50012 })
  await vi.advanceTimersByTimeAsync(30_000)
  const told = onLost.mock.calls.length
  await vi.advanceTimersByTimeAsync(30_000)
  expect(onLost).toHaveBeenCalledTimes(told)
  stop()
})

test('a refusal is told once, another one and one after an open stream again; what is no answer of ours is not', async () => {
  const refuse = (code: number, msg: string) => {
    answer = () => Response.json({ code, msg }, { status: code === 403 ? 403 : 200 })
  }
  refuse(50012, '登录状态已失效，请重新登录。')
  const { received, refusals, stop } = listen()
  await settle()
  expect(refusals).toEqual([[50012, '登录状态已失效，请重新登录。']])
  show('visible')
  await settle()
  expect(streams).toHaveLength(2)
  expect(refusals).toHaveLength(1)
  refuse(503, '服务已停止，请联系管理员')
  show('visible')
  await settle()
  expect(refusals.slice(1)).toEqual([[503, '服务已停止，请联系管理员']])
  answer = undefined
  show('visible')
  await settle()
  expect(received).toEqual([null])
  refuse(503, '服务已停止，请联系管理员')
  streams.at(-1)?.end()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(refusals).toHaveLength(3)
  // The page of a captive portal, before the network is open.
  answer = () => new Response('<html>')
  show('visible')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(refusals).toHaveLength(3)
  stop()
})

test('without locks a tab that nobody sees holds no stream', async () => {
  const { received, stop } = listen()
  await settle()
  show('hidden')
  await settle()
  expect(streams[0]?.signal.aborted).toBe(true)
  show('visible')
  await settle()
  expect(streams).toHaveLength(2)
  expect(received).toEqual([null, null])
  stop()
})

test('tabs share one stream: the first listens, the others are told, and one of them takes over', async () => {
  vi.useRealTimers()
  const queue: { grant: () => void }[] = []
  let held = false
  const request = (_: string, { signal }: { signal: AbortSignal }, run: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      const grant = async () => {
        held = true
        await run()
        held = false
        resolve()
        queue.shift()?.grant()
      }
      signal.addEventListener('abort', () => reject(signal.reason))
      if (held) queue.push({ grant: () => void grant() })
      else void grant()
    })
  vi.stubGlobal('navigator', { locks: { request } })
  const first = listen()
  const second = listen()
  await vi.waitFor(() => expect(first.received).toEqual([null]))
  streams[0]?.write(event('contract'))
  await vi.waitFor(() => expect(second.received).toContain('contract'))
  expect(first.received).toEqual([null, 'contract'])
  streams[0]?.write('event: notices\ndata: {}\n\n')
  await vi.waitFor(() => expect(second.onNotices).toHaveBeenCalled())
  expect(streams).toHaveLength(1)
  answer = () => Response.json({ code: 300009, msg: '请先选择项目' })
  streams[0]?.end()
  await vi.waitFor(() => expect(second.refusals).toEqual([[300009, '请先选择项目']]), 5_000)
  expect(first.refusals).toEqual(second.refusals)
  answer = undefined
  first.stop()
  await vi.waitFor(() => expect(streams).toHaveLength(3))
  await vi.waitFor(() => expect(second.received.at(-1)).toBeNull())
  second.stop()
})

test('loads anew at once, then one round in half a second, and not while nobody looks', async () => {
  const rounds: ChangedResource[] = []
  const stop = new AbortController()
  const listener = refresher(stop.signal, async (received) => void rounds.push(received))
  for (let at = 0; at < 20; at++) listener('cost_execution')
  expect(rounds).toEqual(['cost_execution'])
  await vi.advanceTimersByTimeAsync(499)
  expect(rounds).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(rounds).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(500)
  page.visibilityState = 'hidden'
  listener('contract')
  listener(null)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(rounds).toHaveLength(2)
  show('visible')
  // null reloads everything, which includes the contracts.
  expect(rounds.slice(2)).toEqual([null])
  stop.abort()
})

test('a round that takes longer is not broken off by the next', async () => {
  let running = 0
  let most = 0
  const stop = new AbortController()
  const listener = refresher(stop.signal, async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    running--
  })
  for (let at = 0; at < 10; at++) {
    listener('cost_execution')
    await vi.advanceTimersByTimeAsync(300)
  }
  expect(most).toBe(1)
  stop.abort()
})

test('a tab that holds the stream when another one logs out is refused at once, and says so', async () => {
  const { refusals, onLost, stop } = listen()
  await settle()
  const logout = Object.assign(new Event('storage'), { key: 'signed-in', newValue: null })
  answer = () => Response.json({ code: 401, msg: '登录状态已失效，请重新登录。' }, { status: 401 })
  top.dispatchEvent(logout)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(refusals).toEqual([[401, '登录状态已失效，请重新登录。']])
  await vi.advanceTimersByTimeAsync(60_000)
  expect([streams.length, onLost.mock.calls.length]).toEqual([2, 0])
  stop()
})
