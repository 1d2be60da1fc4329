import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { readConfig } from '../apps/server/src/platform/config.ts'
import { buildApp } from '../apps/server/src/start/app.ts'
import type { Bench } from './bench.ts'

/** A recorded statement: the index of its connection within the request, its text and its parameters. */
export interface Statement {
  connection: number
  text: string
  values: unknown[]
}

/**
 * Records every statement that one request sends, from the session to the commit: a server built in this process on the same database
 * handles it while `pg.Client.query` is wrapped.
 */
export async function recordRequest(
  bench: Pick<Bench, 'databaseUrl' | 'dataFolder' | 'token'>,
  request: { method: 'GET' | 'POST'; path: string; project: string; body?: unknown },
): Promise<Statement[]> {
  const statements: Statement[] = []
  const connections: unknown[] = []
  let recording = false
  const { query } = pg.Client.prototype
  // Wrapped before the server connects, as it keeps each connection's own `query`.
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [sent, parameters] = args as [string | { text: string; values?: unknown[] }, unknown]
    const { text, values = Array.isArray(parameters) ? parameters : [] } =
      typeof sent === 'string' ? { text: sent } : sent
    // A change notice is sent after the commit and is no part of the request.
    if (recording && !text.includes('pg_notify')) {
      if (!connections.includes(this)) connections.push(this)
      statements.push({ connection: connections.indexOf(this), text, values })
    }
    return (query as (...args: unknown[]) => unknown).apply(this, args)
  } as typeof query
  const app = await buildApp({
    config: readConfig({ LOG: '0' }, bench.dataFolder),
    databaseUrl: bench.databaseUrl,
  })
  try {
    await app.http.ready()
    const send = () =>
      app.http.inject({
        method: request.method,
        url: `/api/${request.path}`,
        headers: { authorization: `Bearer ${bench.token}`, 'x-project': request.project },
        ...(request.body === undefined ? {} : { payload: request.body as object }),
      })
    // The first request is not recorded: it also sends what the server asks once after a start.
    await send()
    recording = true
    const answer = await send()
    recording = false
    if (answer.statusCode !== 200) throw new Error(answer.body)
    if (statements.length === 0) throw new Error('the request sent no statement that was recorded')
  } finally {
    pg.Client.prototype.query = query
    await app.close()
  }
  return statements
}

/** Replays recorded statements as prepared ones by the bare driver, over as many connections as the request used. One per worker. */
export class Replay {
  readonly #clients: pg.Client[]
  readonly #statements: readonly Statement[]

  private constructor(clients: pg.Client[], statements: readonly Statement[]) {
    this.#clients = clients
    this.#statements = statements
  }

  static async open(bench: Pick<Bench, 'databaseUrl'>, statements: readonly Statement[]): Promise<Replay> {
    const count = 1 + Math.max(...statements.map(({ connection }) => connection))
    const clients = Array.from(
      { length: count },
      () => new pg.Client({ connectionString: bench.databaseUrl }),
    )
    for (const client of clients) await client.connect()
    return new Replay(clients, statements)
  }

  /** `change` maps each parameter, to replace values that must be unique. */
  async send(change: (value: unknown) => unknown = (value) => value): Promise<void> {
    for (const { connection, text, values } of this.#statements)
      await this.#clients[connection]?.query({
        text,
        values: values.map(change),
        // Named, so that PostgreSQL parses it once per connection: the fastest use of the driver.
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

/** The statements with their plans as Markdown, for `bench/plans/`. */
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

/** Writes `plans/<name>.md`, which git ignores. */
export async function writePlans(name: string, parts: readonly string[]): Promise<void> {
  // Plans of a smaller ledger say nothing about a million lines.
  if (process.env.BENCH_LINES !== undefined) return
  const folder = fileURLToPath(new URL('./plans/', import.meta.url))
  await mkdir(folder, { recursive: true })
  const note = `Written by \`npm run bench -- ${name}\`: what a request sends to PostgreSQL, with a million lines, and how that is answered.\n`
  await writeFile(join(folder, `${name}.md`), `# ${name}\n\n${note}\n${parts.join('\n')}`)
}
