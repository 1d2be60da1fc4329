import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { drop, KEEP_ALIVE } from '../database/connections/limits.ts'
import { Failure } from '../http/errors.ts'
import { CHANNEL, type Change, keyOf, readNotice } from './notices.ts'

interface Listener {
  /** `keyOf` the project, company or person. */
  place: string
  hear: (change: Change | null) => void
  /** Called when the connection is lost: changes may be missed from here on, so the listener must reload. */
  lost: () => void
}

/** One connection and the listeners that depend on it. */
interface Connection {
  client: pg.Client
  listeners: Set<Listener>
}

/** Receives the changes of all server processes by LISTEN on one direct connection, opened for the first listener. */
export class Changes {
  readonly #url: string
  readonly #pingMs: number
  #connection: Promise<Connection> | undefined
  #closed = false

  constructor(url: string, pingMs: number) {
    this.#url = url
    this.#pingMs = pingMs
  }

  /** Once it resolves, no change is missed until `lost`. Returns a function that stops listening; rejects if the database cannot be reached. */
  async listen(
    projectId: bigint,
    hear: (change: Change) => void,
    lost: Listener['lost'],
  ): Promise<() => void> {
    return await this.#listen(keyOf({ project: String(projectId) }), ofChange(hear), lost)
  }

  /** `listen` for records that belong to the company, not to a project. */
  async listenToCompany(
    companyId: bigint,
    hear: (change: Change) => void,
    lost: Listener['lost'],
  ): Promise<() => void> {
    return await this.#listen(keyOf({ company: String(companyId) }), ofChange(hear), lost)
  }

  /** `listen` for a person's notices (views/notifications): `hear` is only told that there are others. */
  async listenToPerson(userId: bigint, hear: () => void, lost: Listener['lost']): Promise<() => void> {
    return await this.#listen(keyOf({ person: String(userId) }), hear, lost)
  }

  async #listen(place: string, hear: Listener['hear'], lost: Listener['lost']): Promise<() => void> {
    if (this.#closed) throw new Failure('unavailable')
    this.#connection ??= this.#connect()
    const mine = this.#connection
    const { listeners } = await mine
    if (this.#connection !== mine) throw new Failure('unavailable')
    const listener = { place, hear, lost }
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  #connect(): Promise<Connection> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'pianzhang-changes',
      ...KEEP_ALIVE,
      connectionTimeoutMillis: 5_000,
    })
    const listeners = new Set<Listener>()
    const ping = startPings(client, this.#pingMs)
    const lose = () => {
      clearInterval(ping)
      if (this.#connection === mine) this.#connection = undefined
      for (const listener of listeners) listener.lost()
      listeners.clear()
    }
    client.on('error', lose)
    client.on('end', lose)
    client.on('notification', ({ payload }) => dispatch(payload ?? '', listeners))
    const open = async () => {
      try {
        await client.connect()
        await client.query(`listen ${CHANNEL}`)
        return { client, listeners }
      } catch (error) {
        lose()
        void client.end().catch(() => undefined)
        throw error
      }
    }
    const mine = open()
    return mine
  }

  async close(): Promise<void> {
    this.#closed = true
    const connection = await this.#connection?.catch(() => undefined)
    if (!connection) return
    const { client } = connection
    await Promise.race([client.end(), sleep(GOODBYE_MS, undefined, { ref: false })])
    drop(client)
  }
}

const ofChange =
  (hear: (change: Change) => void): Listener['hear'] =>
  (change) => {
    if (change) hear(change)
  }

/** How long a host may take to close a connection; one that is gone never does. */
const GOODBYE_MS = 1_000

/**
 * Sends a query at intervals: nothing else is sent on this connection, so a host that vanished, or a firewall that forgot the connection,
 * would stay unnoticed. If a ping has no answer when the next is due, the connection is closed.
 */
function startPings(client: pg.Client, everyMs: number): NodeJS.Timeout {
  let waiting = false
  const ping = () => {
    if (waiting) return drop(client)
    waiting = true
    client.query('select 1').then(
      () => {
        waiting = false
      },
      () => undefined,
    )
  }
  return setInterval(ping, everyMs).unref()
}

/** Passes a notice on to the listeners of its project, company or person. */
function dispatch(payload: string, listeners: ReadonlySet<Listener>): void {
  const notice = readNotice(payload)
  if (!notice) return
  const { place, change } = notice
  const key = keyOf(place)
  for (const listener of listeners) if (listener.place === key) listener.hear(change)
}
