import type { Model } from '@pianzhang/contract/permissions'
import type { Heard } from './changes.ts'

/**
 * Writes of this tab, by the id that each carries (`X-Client-Id`) and the server repeats as `origin` of its change event. What shows a
 * resource is loaded anew right after a write; its event would load the same again. An event without an origin may be a colleague's
 * too: several writes at once are told as one.
 */
interface Write {
  /** Resolves when the call is over, however it went. */
  over: Promise<void>
  /** The answer says that it is stored; without one nobody knows. */
  stored: boolean
  /** What was loaded anew after it. */
  loaded: Set<Model>
}

/** An event follows its write by moments: older ones are forgotten, and their events would only load once more. */
const MOST = 100
const writes = new Map<string, Write>()

/** `crypto.randomUUID` is missing where the page is served without TLS. */
const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** A write is about to be sent under the id; `end` says whether it is stored. */
export function beginWrite(): { id: string; end: (stored: boolean) => void } {
  const id = newId()
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

/** What shows the resource is loaded anew from now on: that has all writes in it that are stored by now. */
export function loadsAnew(resource: Model): void {
  for (const write of writes.values()) if (write.stored) write.loaded.add(resource)
}

/** Hands on what is heard, but for the events of writes that this tab has loaded anew by itself. */
export const exceptOwn =
  (hear: (heard: Heard) => void) =>
  (heard: Heard, origin?: string): void => {
    const write = origin === undefined ? undefined : writes.get(origin)
    if (!write || heard === null) {
      hear(heard)
      return
    }
    const unlessLoaded = () => {
      if (!write.loaded.has(heard)) hear(heard)
    }
    // The event may be faster than the answer. Who wrote calls `loadsAnew` within microtasks of it, so before the timeout.
    void write.over.then(() => setTimeout(unlessLoaded))
  }
