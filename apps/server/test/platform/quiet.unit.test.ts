import { EventEmitter } from 'node:events'
import { getHeapStatistics } from 'node:v8'
import { afterEach, expect, test, vi } from 'vitest'
import { releaseMemory, whenQuiet } from '../../src/platform/quiet.ts'

afterEach(() => void vi.useRealTimers())

test('a server is quiet once after its start, and once after its last request', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const server = new EventEmitter()
  const run = vi.fn()
  whenQuiet(server, run)
  vi.advanceTimersByTime(15_000)
  server.emit('request')
  vi.advanceTimersByTime(15_000)
  expect(run).toHaveBeenCalledTimes(0)
  vi.advanceTimersByTime(100_000)
  expect(run).toHaveBeenCalledTimes(1)
  server.emit('request')
  vi.advanceTimersByTime(15_000)
  expect(run).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(100_000)
  expect(run).toHaveBeenCalledTimes(2)
})

test('the heap gives back what a burst of work has left', () => {
  const bytes = () => getHeapStatistics().total_heap_size
  let burst: unknown[] = []
  for (let index = 0; index < 2_000_000; index += 1) burst.push({ index })
  const during = bytes()
  burst = []
  releaseMemory()
  expect(bytes()).toBeLessThan(during - 32 * 1024 * 1024)
  expect(burst).toEqual([])
})
