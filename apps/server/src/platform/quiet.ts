import type { EventEmitter } from 'node:events'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Shorter than the 30 s after which an open page asks again. */
const QUIET_MS = 20_000
/** Less is not worth the collection, which holds the event loop for 0.1 to 0.3 s. */
const WORTH_BYTES = 32 * 1024 * 1024

/** Calls `run` once `server` has had no request for a while, and again after further requests. */
export function whenQuiet(server: EventEmitter, run: () => void): void {
  const timer = setTimeout(run, QUIET_MS).unref()
  server.on('request', () => timer.refresh())
}

/**
 * Collects all garbage and gives the memory back to the system. V8 does so by itself only under memory pressure: it keeps a young generation
 * that it sized for the machine, and the pages of what it collected.
 */
export function releaseMemory(): void {
  const { total_heap_size, used_heap_size, malloced_memory } = getHeapStatistics()
  if (total_heap_size + malloced_memory - used_heap_size < WORTH_BYTES) return
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
