import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChangedResource } from './changes.ts'
import { exceptOwn, markReloaded } from './exceptOwn.ts'
import { beginWrite } from './ownWrites.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const settle = () => vi.advanceTimersByTimeAsync(1)

function listen() {
  const received: ChangedResource[] = []
  return { received, listener: exceptOwn((one) => received.push(one)) }
}

test('the event of a write that was loaded anew is not heard, of this resource alone', async () => {
  const { received, listener } = listen()
  const write = beginWrite()
  write.end(true)
  markReloaded('cost_execution')
  listener('cost_execution', write.id)
  listener('invoice', write.id)
  await settle()
  expect(received).toEqual(['invoice'])
})

test("a colleague's event, one of several writers, and what may have been missed are received at once", () => {
  const { received, listener } = listen()
  const write = beginWrite()
  write.end(true)
  markReloaded('cost_execution')
  listener('cost_execution', 'of-another-tab')
  listener('cost_execution')
  listener(null, write.id)
  expect(received).toEqual(['cost_execution', 'cost_execution', null])
})

test('an event that is faster than the answer waits for it', async () => {
  const { received, listener } = listen()
  const [stored, lost] = [beginWrite(), beginWrite()]
  listener('cost_execution', stored.id)
  listener('cost_execution', lost.id)
  await settle()
  expect(received).toEqual([])
  stored.end(true)
  // The caller calls `markReloaded` in a microtask after the answer.
  await Promise.resolve()
  markReloaded('cost_execution')
  // After a lost answer nothing was reloaded, so the event of this write is passed on.
  lost.end(false)
  await settle()
  expect(received).toEqual(['cost_execution'])
})

test('what was loaded before the write was stored does not count', async () => {
  const { received, listener } = listen()
  const write = beginWrite()
  markReloaded('cost_execution')
  write.end(true)
  listener('cost_execution', write.id)
  await settle()
  expect(received).toEqual(['cost_execution'])
})

test('a write that is long over is forgotten: its event loads once more', async () => {
  const { received, listener } = listen()
  const write = beginWrite()
  write.end(true)
  markReloaded('cost_execution')
  for (let at = 0; at < 100; at++) beginWrite().end(true)
  listener('cost_execution', write.id)
  await settle()
  expect(received).toEqual(['cost_execution'])
})
