import { setTimeout as sleep } from 'node:timers/promises'
import type { AuditAction, AuditResource } from '@pianzhang/contract/audit-logs'
import { type Model, RESOURCES } from '@pianzhang/contract/permissions'
import type pg from 'pg'
import { z } from 'zod'

export const CHANNEL = 'pianzhang_changes'
const ACTIONS = ['create', 'update', 'delete', 'import'] as const

/** The part of a log entry that says which resource was changed, and how. */
export interface EntryKind {
  resource: AuditResource
  action: AuditAction
}

/** Log actions that pages receive as `update`. A logout is for the streams of the session that it ended (watch-rights.ts). */
const UPDATES: ReadonlySet<EntryKind['action']> = new Set([
  'archive',
  'unarchive',
  'write_off',
  'password',
  'transfer',
  'restore',
  'void',
  'unvoid',
  'submit',
  'approve',
  'reject',
  'withdraw',
  'logout',
])

/** A change as other pages receive it: enough to reload, without data that needs a permission. */
export interface Change {
  resource: Model
  action: (typeof ACTIONS)[number]
  /** The page that wrote; absent if it is unknown, or if several pages wrote. */
  origin?: string | undefined
}

/** The id, as text, of a project, of a company for records that belong to no project, or of a person. */
const place = z.union([
  z.object({ project: z.string() }),
  z.object({ company: z.string() }),
  z.object({ person: z.string() }),
])
type Place = z.output<typeof place>
/** `change` is null for a person, whose pages are told only that there is something new for them. */
interface Notice {
  place: Place
  change: Change | null
}

/** A place as one text, to compare places. */
export const keyOf = (of: Place): string =>
  'project' in of
    ? `project ${of.project}`
    : 'company' in of
      ? `company ${of.company}`
      : `person ${of.person}`

const change = z.object({
  resource: z.enum(RESOURCES.map(({ model }) => model)),
  action: z.enum(ACTIONS),
  origin: z.string().optional(),
})

/** Parses a notification; null for an unknown one, which a server of another version, or anybody with psql, may have sent. */
export function readNotice(payload: string): Notice | null {
  let sent: unknown
  try {
    sent = JSON.parse(payload)
  } catch {
    return null
  }
  const where = place.safeParse(sent).data
  if (!where) return null
  if ('person' in where) return { place: where, change: null }
  const what = change.safeParse(sent).data
  return what ? { place: where, change: what } : null
}

const payload = ({ place, change: what }: Notice): string => JSON.stringify({ ...place, ...what })

/** Minimum time between two statements; changes announced meanwhile are sent together, each kind once. */
const PAUSE_MS = 30
/** Delay after a failure; doubled after each further one. */
const RETRY_MS = 100
const MAX_RETRY_MS = 5_000

/**
 * Notifies every server process of committed changes. NOTIFY holds a cluster-wide lock until its transaction is flushed to disk, so it is not
 * sent in a write's transaction but afterwards, on a connection of its own. Unsent notices are kept and sent again. If the process is killed
 * in between they are lost; pages of other processes then reload when their stream reconnects, after ten minutes at the latest.
 */
export class Notices {
  readonly #pool: pg.Pool
  #waiting = new Map<string, Notice>()
  #sending: Promise<void> | undefined
  readonly #closing = new AbortController()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** Queues notices of changes that were committed in the project. Returns at once. */
  announce(projectId: bigint, entries: readonly EntryKind[], origin?: string | null): void {
    this.#queue({ project: String(projectId) }, entries, origin)
  }

  /** `announce` for records that belong to the company, such as orders. */
  announceOfCompany(companyId: bigint, entries: readonly EntryKind[], origin?: string | null): void {
    this.#queue({ company: String(companyId) }, entries, origin)
  }

  /** Tells the open pages of these people that they have other notices. Returns at once. */
  tellPeople(userIds: readonly bigint[]): void {
    for (const id of userIds) this.#add({ place: { person: String(id) }, change: null })
    this.#start()
  }

  #queue(place: Place, entries: readonly EntryKind[], origin?: string | null): void {
    for (const { resource, action } of entries) {
      const read = change.safeParse({ resource, action: UPDATES.has(action) ? 'update' : action })
      // Other kinds of audit entries, such as logins, are no changes for pages.
      if (read.success) this.#add({ place, change: { ...read.data, ...(origin && { origin }) } })
    }
    this.#start()
  }

  #start(): void {
    if (this.#waiting.size > 0) this.#sending ??= this.#send()
  }

  /** Resolves when all queued notices were sent. */
  async sent(): Promise<void> {
    await this.#sending
  }

  /** Sends queued notices at once, without pauses; those that cannot be sent are dropped. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#sending
  }

  /** A change made by two pages gets no origin, so that each page receives the other's. */
  #add(added: Notice): void {
    const { place, change: what } = added
    const kind = `${keyOf(place)} ${what?.resource} ${what?.action}`
    const same = this.#waiting.get(kind)?.change
    const one = what && same && same.origin !== what.origin ? { ...what, origin: undefined } : what
    this.#waiting.set(kind, { place, change: one })
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
      const pause = failures > 0 ? Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** (failures - 1)) : PAUSE_MS
      await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined)
    }
    this.#sending = undefined
  }

  async #notify(batch: readonly Notice[]): Promise<void> {
    // Asynchronous commit holds the cluster-wide lock for less time; notices do not survive a crash anyway.
    await this.#pool.query(
      `select set_config('synchronous_commit', 'off', true), (select count(pg_notify($1, n)) from unnest($2::text[]) n)`,
      [CHANNEL, batch.map(payload)],
    )
  }
}
