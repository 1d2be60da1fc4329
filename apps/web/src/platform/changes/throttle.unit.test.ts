import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttled } from './throttle.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('the first is shown at once, what follows within the time is dropped', () => {
  const shown: string[] = []
  const show = throttled(500, (text: string) => shown.push(text))
  show('一')
  vi.advanceTimersByTime(499)
  show('二')
  expect(shown).toEqual(['一'])
  vi.advanceTimersByTime(1)
  show('三')
  expect(shown).toEqual(['一', '三'])
})

test('what was dropped does not prolong the silence', () => {
  const shown: number[] = []
  const show = throttled(1_000, (which: number) => shown.push(which))
  for (let which = 0; which < 21; which++) {
    show(which)
    vi.advanceTimersByTime(100)
  }
  expect(shown).toEqual([0, 10, 20])
})
