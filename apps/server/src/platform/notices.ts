import { setTimeout as sleep } from 'node:timers/promises'
import { type Model, RESOURCES } from '@pianzhang/contract/permissions'
import type pg from 'pg'
import { z } from 'zod'
import type { EntryKind } from './audit.ts'

export const CHANNEL = 'pianzhang_changes'
const ACTIONS = ['create', 'update', 'delete', 'import'] as const

/** What a page of a colleague hears (api.md §1): enough to load anew, nothing that needs a right to see. */
export interface Change {
  resource: Model
  action: (typeof ACTIONS)[number]
  /** The page whose write it was; absent where it is unknown, or several pages wrote. */
  origin?: string | undefined
}

type Notice = Change & { project: string }

const notice = z.object({
  project: z.string(),
  resource: z.enum(RESOURCES.map(({ model }) => model)),
  action: z.enum(ACTIONS),
  origin: z.string().optional(),
})

/** Null where it is no notice that this version knows: a server of another version, or anybody in psql, may have sent it. */
export function readNotice(payload: string): Notice | null {
  let sent: unknown
  try {
    sent = JSON.parse(payload)
  } catch {
    return null
  }
  return notice.safeParse(sent).data ?? null
}

/** From one statement to the next: what is announced meanwhile goes with the next one, each kind of change once. */
const PAUSE_MS = 30
/** After a failure; longer after each further one. */
const RETRY_MS = 100
const LONGEST_RETRY_MS = 5_000

/**
 * Tells every server process what was committed. NOTIFY takes a lock that all notifying transactions of the cluster share until they are
 * on the disk, so it is no part of a write's transaction: it follows on a connection of its own. What cannot be sent is kept
 * and sent again; a process that is killed in between loses it, and pages of other processes hear it when their stream begins anew, after ten
 * minutes at the latest.
 */
export class Notices {
  readonly #pool: pg.Pool
  #waiting = new Map<string, Notice>()
  #sending: Promise<void> | undefined
  readonly #closing = new AbortController()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** What was committed in the project. Returns at once. */
  announce(projectId: bigint, entries: readonly EntryKind[], origin?: string | null): void {
    for (const { resource, action } of entries) {
      const change = action === 'archive' || action === 'unarchive' ? 'update' : action
      const read = notice.safeParse({ project: String(projectId), resource, action: change })
      // The log knows more kinds of entries than pages have to hear.
      if (read.success) this.#add({ ...read.data, ...(origin && { origin }) })
    }
    if (this.#waiting.size > 0) this.#sending ??= this.#send()
  }

  /** Resolves when all is sent that was announced so far. */
  async sent(): Promise<void> {
    await this.#sending
  }

  /** Sends at once, without pauses, what was announced; what cannot be sent now is given up. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#sending
  }

  /** The same change by two pages has no origin: each shall hear of the other's. */
  #add(added: Notice): void {
    const { project, resource, action, origin } = added
    const kind = `${project} ${resource} ${action}`
    const same = this.#waiting.get(kind)
    this.#waiting.set(kind, same && same.origin !== origin ? { project, resource, action } : added)
  }

  async #send(): Promise<void> {
    const { signal } = this.#closing
    for (let failures = 0; this.#waiting.size > 0; ) {
      const batch = [...this.#waiting.values()]
      this.#waiting = new Map()
      try {
        await this.#notify(batch)
        failures = 0
      } catch {
        for (const kept of batch) this.#add(kept)
        if (signal.aborted) break
        failures += 1
      }
      const pause = failures > 0 ? Math.min(LONGEST_RETRY_MS, RETRY_MS * 2 ** (failures - 1)) : PAUSE_MS
      await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined)
    }
    this.#sending = undefined
  }

  async #notify(batch: readonly Notice[]): Promise<void> {
    // Not waiting for the disk holds the cluster's lock for less, and nothing is lost by it: notices do not outlive a crash.
    await this.#pool.query(
      `select set_config('synchronous_commit', 'off', true), (select count(pg_notify($1, n)) from unnest($2::text[]) n)`,
      [CHANNEL, batch.map((one) => JSON.stringify(one))],
    )
  }
}
