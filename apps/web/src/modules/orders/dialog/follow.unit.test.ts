import type { Order } from '@pianzhang/contract/orders'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NETWORK } from '../../../platform/api/api.ts'
import { followOrder } from './follow.ts'

class Stream extends EventTarget {
  static readonly OPEN = 1
  readyState = Stream.OPEN
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    streams.push(this)
  }
  tell(order: Order) {
    this.dispatchEvent(Object.assign(new Event('order'), { data: JSON.stringify(order) }))
  }
  close() {
    this.readyState = 2
  }
}

let streams: Stream[] = []
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const show = (visibilityState: string) => {
  page.visibilityState = visibilityState
  page.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  streams = []
  page.visibilityState = 'visible'
  vi.stubGlobal('document', page)
  vi.stubGlobal('EventSource', Stream)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const order = (status: Order['status']) => ({ code: 'o1', status, payment_type: 'alipay' }) as Order
const lost = new ApiError(0, NETWORK, '无法连接服务器')

function follow(payment_type: Order['payment_type'] = 'alipay') {
  const left = new AbortController()
  const check = vi.fn(async () => false)
  const read = vi.fn(async () => order('pending'))
  const heard: Order['status'][] = []
  const reached: boolean[] = []
  followOrder(
    { code: 'o1', payment_type },
    { check, read },
    { onOrder: ({ status }) => heard.push(status), onReached: (one) => reached.push(one) },
    left.signal,
  )
  return { left, check, read, heard, reached }
}

test('asks every three seconds, and reads the order once it is paid', async () => {
  const { left, check, read, heard } = follow()
  await vi.advanceTimersByTimeAsync(8_999)
  expect(check).toHaveBeenCalledTimes(2)
  expect(read).not.toHaveBeenCalled()
  check.mockResolvedValue(true)
  read.mockResolvedValue(order('paid'))
  await vi.advanceTimersByTimeAsync(1)
  expect(heard).toEqual(['paid'])
  left.abort()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(check).toHaveBeenCalledTimes(3)
  expect(streams.map(({ readyState }) => readyState)).toEqual([2])
})

test('is told by the stream, which may be faster', () => {
  const { left, heard, check } = follow()
  expect(streams[0]?.url).toBe('/api/common/event_source/order?code=o1')
  streams[0]?.tell(order('cancelled'))
  expect(heard).toEqual(['cancelled'])
  expect(check).not.toHaveBeenCalled()
  left.abort()
})

test('reads the order with each poll while there is no stream', async () => {
  const { left, read, heard } = follow()
  streams[0]?.close()
  read.mockResolvedValue(order('cancelled'))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(heard).toEqual(['cancelled'])
  left.abort()
})

test('says that the connection is lost, and goes on', async () => {
  const { left, check, reached } = follow()
  check.mockRejectedValue(lost)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(reached).toEqual([false, false])
  check.mockResolvedValue(false)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(reached.at(-1)).toBe(true)
  left.abort()
})

test('ends with the session, whose end is reported elsewhere', async () => {
  const { left, check, reached } = follow()
  check.mockRejectedValue(new ApiError(401, 401, '登录状态已失效，请重新登录。'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(check).toHaveBeenCalledTimes(1)
  expect(reached).toEqual([])
  left.abort()
})

test('rests in a tab that is hidden for ten minutes, until it is seen', async () => {
  const { left, check } = follow()
  show('hidden')
  await vi.advanceTimersByTimeAsync(9 * 60_000)
  const before = check.mock.calls.length
  expect(before).toBe(180)
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(check.mock.calls.length).toBeLessThanOrEqual(before + 20)
  expect(streams[0]?.readyState).toBe(2)
  const rested = check.mock.calls.length
  show('visible')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(check).toHaveBeenCalledTimes(rested + 1)
  expect(streams).toHaveLength(2)
  left.abort()
})

test('a transfer is confirmed by hand, so it is told by the stream alone', async () => {
  const { left, check, heard } = follow('transfer')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(check).not.toHaveBeenCalled()
  streams[0]?.tell(order('paid'))
  expect(heard).toEqual(['paid'])
  left.abort()
})
