import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { type CopyStreamQuery, type CopyToStreamQuery, from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { type Manifest, quoted } from './manifest.ts'

type Columns = Manifest['tables'][number]

const listed = (columns: readonly string[]) => columns.map(quoted).join(', ')

/** The rows of a table in the text format of COPY; `where`: a condition with its keyword. */
export const copyOut = (client: pg.Client, { name, columns }: Columns, where = ''): CopyToStreamQuery =>
  client.query(copyTo(`copy (select ${listed(columns)} from ${quoted(name)} ${where}) to stdout`))

/** A table that COPY writes rows into. */
export class TableCopy {
  readonly name: string
  readonly #into: CopyStreamQuery
  /** Rejects if the database refuses the rows. */
  readonly #done: Promise<unknown>
  #hasFailed = false

  constructor(client: pg.Client, { name, columns }: Columns, schema = 'public') {
    this.name = name
    const into = client.query(copyFrom(`copy ${schema}.${quoted(name)} (${listed(columns)}) from stdin`))
    // Destroying the stream on `error` discards its buffered chunks: pg-copy-streams would write them from a socket callback after it has dropped its
    // connection, which throws an uncaught exception and ends the process.
    into.once('error', () => into.destroy())
    this.#into = into
    this.#done = once(into, 'finish')
    this.#done.catch(() => {
      this.#hasFailed = true
    })
  }

  async write(content: Readable): Promise<void> {
    for await (const chunk of content)
      if (!this.#into.write(chunk)) await Promise.race([once(this.#into, 'drain'), this.#done])
  }

  /** Returns the number of rows. */
  async end(): Promise<number> {
    this.#into.end()
    await this.#done
    return this.#into.rowCount
  }

  /** After an error, of the database or of what was to be written. */
  abort(): void {
    // pg-copy-streams ends the COPY with a message, which throws where the query has failed before and has no connection any more.
    if (!this.#hasFailed) this.#into.destroy()
  }
}
