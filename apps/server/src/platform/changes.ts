import pg from 'pg'
import { Failure } from './errors.ts'
import { CHANNEL, type Change, readNotice } from './notices.ts'

interface Listener {
  projectId: string
  hear: (change: Change) => void
  /** Nothing more will be heard: what happens meanwhile would be missed, so whoever listens begins anew. */
  lost: () => void
}

/** One connection, and who hears through it: with it they are lost. */
interface Connection {
  client: pg.Client
  listeners: Set<Listener>
}

/** Hears the changes of all server processes on one connection of its own (no pooler in between), opened for the first who listens. */
export class Changes {
  readonly #url: string
  #connection: Promise<Connection> | undefined
  #closed = false

  constructor(url: string) {
    this.#url = url
  }

  /** From the moment it resolves nothing is missed until `lost`. Answers how to stop; rejects where the database is out of reach. */
  async listen(projectId: bigint, hear: Listener['hear'], lost: Listener['lost']): Promise<() => void> {
    if (this.#closed) throw new Failure('unavailable')
    this.#connection ??= this.#connect()
    const mine = this.#connection
    const { listeners } = await mine
    if (this.#connection !== mine) throw new Failure('unavailable')
    const listener = { projectId: String(projectId), hear, lost }
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  #connect(): Promise<Connection> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'pianzhang-changes',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    })
    const listeners = new Set<Listener>()
    const lose = () => {
      if (this.#connection === mine) this.#connection = undefined
      for (const listener of listeners) listener.lost()
      listeners.clear()
    }
    client.on('error', lose)
    client.on('end', lose)
    client.on('notification', ({ payload }) => spread(payload ?? '', listeners))
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
    await connection?.client.end()
  }
}

/** Who listens hears only of their own project. */
function spread(payload: string, listeners: ReadonlySet<Listener>): void {
  const notice = readNotice(payload)
  if (!notice) return
  const { project, ...change } = notice
  for (const listener of listeners) if (listener.projectId === project) listener.hear(change)
}
