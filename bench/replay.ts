import pg from 'pg'
import { buildApp } from '../apps/server/src/app.ts'
import { readConfig } from '../apps/server/src/platform/config.ts'
import type { Bench } from './bench.ts'

/** A statement of a request: which of its connections sent it, and with what. */
export interface Statement {
  connection: number
  text: string
  values: unknown[]
}

/**
 * Every statement that one request sends, from the session to the commit: the product's server, built into this process on the same
 * database, handles it once, and the driver is listened to.
 */
export async function recordRequest(
  bench: Bench,
  request: { method: 'GET' | 'POST'; path: string; project: string; body?: unknown },
): Promise<Statement[]> {
  const app = await buildApp({
    config: readConfig({ LOG: '0' }, bench.dataFolder),
    databaseUrl: bench.databaseUrl,
  })
  const send = () =>
    app.http.inject({
      method: request.method,
      url: `/api/${request.path}`,
      headers: { authorization: `Bearer ${bench.token}`, 'x-project': request.project },
      ...(request.body === undefined ? {} : { payload: request.body as object }),
    })
  const statements: Statement[] = []
  const connections: unknown[] = []
  const { query } = pg.Client.prototype
  try {
    await app.http.ready()
    // Once before: what the server asks only at its start is no part of a request.
    await send()
    pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
      const [asked, given] = args as [string | { text: string; values?: unknown[] }, unknown]
      const { text, values = Array.isArray(given) ? given : [] } =
        typeof asked === 'string' ? { text: asked } : asked
      // Follows the request, in a transaction of its own.
      if (text.includes('pg_notify')) return (query as (...args: unknown[]) => unknown).apply(this, args)
      if (!connections.includes(this)) connections.push(this)
      statements.push({ connection: connections.indexOf(this), text, values })
      return (query as (...args: unknown[]) => unknown).apply(this, args)
    } as typeof query
    const answer = await send()
    if (answer.statusCode !== 200) throw new Error(answer.body)
  } finally {
    pg.Client.prototype.query = query
    await app.close()
  }
  return statements
}

/** Replays recorded statements by the bare driver, prepared; one connection for each that the request used. One replay per worker. */
export class Replay {
  readonly #clients: pg.Client[]
  readonly #statements: readonly Statement[]

  private constructor(clients: pg.Client[], statements: readonly Statement[]) {
    this.#clients = clients
    this.#statements = statements
  }

  static async open(bench: Bench, statements: readonly Statement[]): Promise<Replay> {
    const count = 1 + Math.max(...statements.map(({ connection }) => connection))
    const clients = Array.from(
      { length: count },
      () => new pg.Client({ connectionString: bench.databaseUrl }),
    )
    for (const client of clients) await client.connect()
    return new Replay(clients, statements)
  }

  /** `change`: other values in place of those that may be there once only. */
  async send(change: (value: unknown) => unknown = (value) => value): Promise<void> {
    for (const { connection, text, values } of this.#statements)
      await this.#clients[connection]?.query({
        text,
        values: values.map(change),
        // Prepared once a connection, as anybody would who wants the most of the driver.
        ...(values.length > 0 && { name: nameOf(text) }),
      })
  }

  async close(): Promise<void> {
    for (const client of this.#clients) await client.end()
  }
}

const names = new Map<string, string>()
function nameOf(text: string): string {
  const name = names.get(text) ?? `statement_${names.size}`
  names.set(text, name)
  return name
}

/** The statements and their plans, for the file beside the benchmark. */
export async function explained(
  bench: Bench,
  title: string,
  statements: readonly Statement[],
): Promise<string> {
  const parts = [`## ${title}\n`]
  for (const { text, values } of statements) {
    parts.push(`\`\`\`sql\n${text.trim()}\n\`\`\`\n`)
    if (!/^\s*(select|with)/i.test(text)) continue
    const { rows } = await bench.database.query(
      `explain (analyze, costs off, timing off, summary off) ${text}`,
      values,
    )
    parts.push(`\`\`\`\n${rows.map((row) => row['QUERY PLAN']).join('\n')}\n\`\`\`\n`)
  }
  return parts.join('\n')
}
