import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { minuteOf } from '../files/export-file.ts'
import type { SheetFile } from './file.ts'

/** The fields of a row that are compared with existing records; null: not compared. */
interface AlikeKey {
  day: string | null
  name: string
  amount: bigint | null
}

/** A comparison that finds rows which may repeat existing records. */
export interface Alike<Row> {
  /** Null: the row is not compared. */
  keyOf(row: Row): AlikeKey | null
  /** A SELECT of the records that equal `n.day`, `n.name`, `n.amount`. */
  exists(projectId: bigint): RawBuilder<unknown>
  /** The warning, in Chinese. */
  text(count: string): string
}

/** Rows past this number are not compared, so that a huge file is checked in bounded time and memory. */
const MOST = 100_000

/** Collects the rows of a file; one statement per comparison counts the rows that existing records equal. */
export class AlikeRows<Row> {
  readonly #kinds: { alike: Alike<Row>; keys: AlikeKey[] }[]

  constructor(kinds: readonly Alike<Row>[]) {
    this.#kinds = kinds.map((alike) => ({ alike, keys: [] }))
  }

  add(row: Row): void {
    for (const { alike, keys } of this.#kinds) {
      const key = keys.length < MOST ? alike.keyOf(row) : null
      if (key) keys.push(key)
    }
  }

  async warnings(db: Db, projectId: bigint): Promise<string[]> {
    const found: string[] = []
    for (const { alike, keys } of this.#kinds) {
      if (keys.length === 0) continue
      const [days, names] = [keys.map(({ day }) => day), keys.map(({ name }) => name)]
      const amounts = keys.map(({ amount }) => amount?.toString() ?? null)
      const { rows } = await sql<{ count: number }>`
        select count(*)::int4 as count
        from unnest(${days}::date[], ${names}::text[], ${amounts}::bigint[]) n(day, name, amount)
        where exists (${alike.exists(projectId)})`.execute(db)
      const count = rows[0]?.count ?? 0
      if (count > 0) found.push(alike.text(count.toLocaleString('en-US')))
    }
    return found
  }
}

/** A warning if the file, or one with the same name and size, was imported before; else none. */
export async function importedBefore(
  db: Db,
  projectId: bigint,
  resource: string,
  file: SheetFile,
): Promise<string[]> {
  const { rows } = await sql<{ created_at: Date }>`
    select i.created_at from imports i
    join attachments a on a.project_id = ${projectId} and a.id = i.attachment_id
    join attachments f on f.project_id = ${projectId} and f.id = ${file.id}
    where i.project_id = ${projectId} and i.resource = ${resource}
      and a.file_name = f.file_name and a.file_size = f.file_size
    order by i.created_at desc limit 1`.execute(db)
  return rows.map(({ created_at: at }) => `同名且大小相同的文件已于 ${minuteOf(at)} 导入`)
}
