import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onceOver } from './dayEnd.ts'

const MINUTE = 60_000
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
let left: AbortController
const run = vi.fn()

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T23:00:00+08:00') })
  vi.stubGlobal('document', page)
  left = new AbortController()
})
afterEach(() => {
  left.abort()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  run.mockReset()
})

const midnight = Date.parse('2026-11-23T00:00:00+08:00')

test('calls at the moment, not before', () => {
  onceOver(midnight, run, left.signal)
  vi.advanceTimersByTime(60 * MINUTE - 1)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledOnce()
})

test('after a sleep, in which timers stand still, within a minute; or as soon as the tab is seen', () => {
  onceOver(midnight, run, left.signal)
  vi.setSystemTime(midnight + 9 * 60 * MINUTE)
  vi.advanceTimersByTime(MINUTE)
  expect(run).toHaveBeenCalledOnce()
  left.abort()
  run.mockReset()

  left = new AbortController()
  onceOver(midnight + 24 * 60 * MINUTE, run, left.signal)
  vi.setSystemTime(midnight + 24 * 60 * MINUTE)
  page.dispatchEvent(new Event('visibilitychange'))
  expect(run).toHaveBeenCalledOnce()
})

test('again every minute while it fails, and no more after the abort', () => {
  onceOver(midnight, run, left.signal)
  vi.advanceTimersByTime(62 * MINUTE)
  expect(run).toHaveBeenCalledTimes(3)
  left.abort()
  vi.advanceTimersByTime(10 * MINUTE)
  page.dispatchEvent(new Event('visibilitychange'))
  expect(run).toHaveBeenCalledTimes(3)
})
