import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Heard } from './changes.ts'
import { beginWrite, exceptOwn, loadsAnew } from './ownWrites.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const settle = () => vi.advanceTimersByTimeAsync(1)

function listen() {
  const heard: Heard[] = []
  return { heard, hear: exceptOwn((one) => heard.push(one)) }
}

test('the event of a write that was loaded anew is not heard, of this resource alone', async () => {
  const { heard, hear } = listen()
  const write = beginWrite()
  write.end(true)
  loadsAnew('cost_execution')
  hear('cost_execution', write.id)
  hear('invoice', write.id)
  await settle()
  expect(heard).toEqual(['invoice'])
})

test("a colleague's event, one of several writers, and what may have been missed are heard at once", () => {
  const { heard, hear } = listen()
  const write = beginWrite()
  write.end(true)
  loadsAnew('cost_execution')
  hear('cost_execution', 'of-another-tab')
  hear('cost_execution')
  hear(null, write.id)
  expect(heard).toEqual(['cost_execution', 'cost_execution', null])
})

test('an event that is faster than the answer waits for it', async () => {
  const { heard, hear } = listen()
  const [stored, lost] = [beginWrite(), beginWrite()]
  hear('cost_execution', stored.id)
  hear('cost_execution', lost.id)
  await settle()
  expect(heard).toEqual([])
  stored.end(true)
  // As the caller does, in its turn.
  await Promise.resolve()
  loadsAnew('cost_execution')
  // Without an answer nobody has loaded what it may have stored.
  lost.end(false)
  await settle()
  expect(heard).toEqual(['cost_execution'])
})

test('what was loaded before the write was stored does not count', async () => {
  const { heard, hear } = listen()
  const write = beginWrite()
  loadsAnew('cost_execution')
  write.end(true)
  hear('cost_execution', write.id)
  await settle()
  expect(heard).toEqual(['cost_execution'])
})

test('a write that is long over is forgotten: its event loads once more', async () => {
  const { heard, hear } = listen()
  const write = beginWrite()
  write.end(true)
  loadsAnew('cost_execution')
  for (let at = 0; at < 100; at++) beginWrite().end(true)
  hear('cost_execution', write.id)
  await settle()
  expect(heard).toEqual(['cost_execution'])
})
