import { connect } from 'node:net'
import type pg from 'pg'

/** Limits of a pool's connections, in ms. Not session settings: a pooler would pass those on to other clients. */
export interface Limits {
  /** Longest wait for a lock in a transaction (`lock_timeout`, local to it); then its statement fails with 55P03. */
  lockMs?: number
  /** Longest time that a sent statement waits for its answer; then it is cancelled and its connection closed, as a host that vanished sends no reset. */
  silenceMs?: number
}

/** Put at the end of a statement that takes milliseconds: without an answer for `PROMPT_MS` its connection is taken for dead. */
export const PROMPT = '/* prompt */'
export const PROMPT_MS = 5_000

/** Put at the end of a statement that may take minutes, such as the first FETCH of an export that sorts: it has `SLOW_MS`. */
export const SLOW = '/* slow */'
const SLOW_MS = 10 * 60_000

/** Options of every connection, so that the system finds dead ones that are idle. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** Fields of pg's client that its types leave out. */
interface Internals {
  connection: { stream: { destroy(): void } }
  host: string
  port: number
  processID: number | null
  secretKey: number | null
}

/** Closes a connection whose other side may be gone: `end()` would wait for the other side to close. */
export const drop = (client: pg.ClientBase): void =>
  (client as unknown as Internals).connection.stream.destroy()

/**
 * Holds a connection to these limits. A host that vanished (lost power, blackholed address) sends no reset: a statement sent to it would wait
 * for TCP's retransmissions, a quarter of an hour. `onSilent` is called when the connection was given up.
 */
export function limit(client: pg.PoolClient, { lockMs, silenceMs }: Limits, onSilent: () => void): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearTimeout(timer)
  const giveUp = () => {
    cancel(client)
    drop(client)
    onSilent()
  }
  // Emitted when all statements of the connection were answered.
  client.on('drain', stop)
  client.on('end', stop)
  client.query = ((...args: unknown[]) => {
    const text = textOf(args[0])
    const ms = text.endsWith(PROMPT) ? PROMPT_MS : silenceMs && text.endsWith(SLOW) ? SLOW_MS : silenceMs
    stop()
    if (ms !== undefined) timer = setTimeout(giveUp, ms).unref()
    if (text !== 'begin' || lockMs === undefined) return query(...args)
    // `lock_timeout` is set in the message of BEGIN, so that it costs no round trip.
    const both = query(`begin; set local lock_timeout = ${lockMs}`) as Promise<pg.QueryResult[]>
    return both.then(([begun]) => begun)
  }) as typeof client.query
}

function textOf(query: unknown): string {
  const text = typeof query === 'string' ? query : (query as { text?: unknown } | null)?.text
  return typeof text === 'string' ? text : ''
}

const CANCEL_REQUEST = 80_877_102

/**
 * Asks the server to cancel the statement of this connection: a backend that waits for a lock does not notice that its client is gone, and
 * each further try would leave one more such session. The server never answers a cancel request, so none is waited for.
 */
export function cancel(client: pg.ClientBase): void {
  const { host, port, processID, secretKey } = client as unknown as Internals
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return
  const message = Buffer.alloc(16)
  for (const [index, value] of [16, CANCEL_REQUEST, processID, secretKey].entries())
    message.writeInt32BE(value | 0, index * 4)
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.on('error', () => undefined)
  socket.setTimeout(PROMPT_MS, () => socket.destroy()).unref()
  socket.end(message)
}
