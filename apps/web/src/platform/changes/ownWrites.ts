import type { Model } from '@pianzhang/contract/permissions'
import { newKey } from '../api/unanswered.ts'

/**
 * A write of this tab. Its id is sent as `X-Client-Id` and returned as `origin` of the change event, which is then skipped,
 * because the write reloads its queries itself. An event without `origin` may merge several writes and is processed.
 */
interface Write {
  /** Resolves when the call has ended, with or without success. */
  over: Promise<void>
  /** Whether the response confirmed the write; false after a lost response, when its outcome is unknown. */
  stored: boolean
  /** The resources that were reloaded after the write. */
  loaded: Set<Model>
}

/**
 * Older writes are dropped: an event follows its write within moments, and an unmatched event only causes one more
 * reload.
 */
const MOST = 100
export const writes = new Map<string, Write>()

/** Registers a write before it is sent; `end` reports whether it was stored. */
export function beginWrite(): { id: string; end: (stored: boolean) => void } {
  const id = newKey()
  const { promise, resolve } = Promise.withResolvers<void>()
  const write: Write = { over: promise, stored: false, loaded: new Set() }
  writes.set(id, write)
  const [oldest] = writes.keys()
  if (writes.size > MOST && oldest !== undefined) writes.delete(oldest)
  const end = (stored: boolean) => {
    write.stored = stored
    resolve()
  }
  return { id, end }
}
