import { addAbortSignal, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Damaged, damaged, type Entry, entriesOf, explained, readManifest, skip } from './archive.ts'
import { CLOSING, type Closing, closing, MANIFEST, type Manifest, TABLES } from './manifest.ts'

const NEWLINE = 10

/** What a backup says of itself, and what is wrong with it. */
export interface Verified {
  manifest: Manifest
  closing: Closing
  /** In Chinese; empty for a backup that restores completely. */
  wrong: string[]
}

/** What can be read of a backup. */
export interface Found {
  manifest: Manifest
  /** The last entry; null if it cannot be read. */
  closing: Closing | null
  /** Whether it cannot be read to its end. */
  breaksOff: boolean
  rows: number
  files: number
  /** The names of entries that differ from their checksum. */
  differing: string[]
  /** How many entries, from the first on, were compared with their checksum. */
  compared: number
  /** Whether all rows are there as they were backed up. */
  areRowsWhole: boolean
  /** The last entry that could be begun. */
  lastName: string
}

/**
 * Reads a whole backup back, without a database: every entry is compared with its checksum, and the numbers of rows and files with those that
 * the backup states. Backups of older versions have no checksums (`manifest.sums`). Throws `Refused` if it cannot be read to its end.
 */
export async function verify(source: string | Readable): Promise<Verified> {
  const found = await findIn(source)
  const { manifest, closing: last, rows, files, differing, areRowsWhole, lastName } = found
  if (!last || found.breaksOff)
    throw damaged(
      areRowsWhole
        ? `：只能读到 ${lastName}，数据行完好。没有其他备份时可用 restore --damaged skip`
        : `：只能读到 ${lastName}，数据行不完整或无法核对，不能恢复`,
    )
  const wrong = differing.map((name) => `${name} 的内容与校验值不符`)
  if (rows !== last.rows) wrong.push(`应有 ${last.rows} 行数据，实有 ${rows} 行`)
  if (files !== last.files) wrong.push(`应有 ${last.files} 个文件，实有 ${files} 个`)
  return { manifest, closing: last, wrong }
}

/** Reads a backup as far as it can be read. Throws `Refused` if its manifest cannot. */
export async function findIn(source: string | Readable): Promise<Found> {
  let manifest: Manifest | undefined
  const found = { closing: null as Closing | null, rows: 0, files: 0, compared: 0, lastName: '' }
  let breaksOff = false
  const differing: string[] = []
  let seen = 0
  let tables = 1
  let isBehindTables = false
  try {
    const compare = (names: readonly string[]) => {
      differing.push(...names)
      found.compared = seen
    }
    for await (const entry of entriesOf(source, compare)) {
      seen += 1
      found.lastName = entry.name
      if (!manifest) manifest = await readManifest(entry)
      else if (entry.name.startsWith(TABLES)) {
        tables = seen
        found.rows += await countRows(entry)
      } else if (entry.name === CLOSING) {
        isBehindTables = true
        found.closing = closing.parse(JSON.parse((await buffer(entry.content)).toString()))
      } else {
        isBehindTables = true
        await skip(entry)
        found.files += 1
      }
    }
  } catch (error) {
    const cause = explained(error)
    if (!manifest || !isUnreadable(cause)) throw cause
    breaksOff = true
  }
  if (!manifest) throw damaged()
  const isRows = (name: string) => name === MANIFEST || name.startsWith(TABLES)
  const areRowsWhole = isBehindTables && tables <= found.compared && !differing.some(isRows)
  return { manifest, ...found, breaksOff, differing, areRowsWhole }
}

/** Whether the file breaks off here: it is damaged, or its disk is. */
const isUnreadable = (error: unknown) =>
  error instanceof Damaged || (error as NodeJS.ErrnoException).code === 'EIO'

/** COPY's text format ends each row with a newline, and escapes those within. */
async function countRows({ content, signal }: Entry): Promise<number> {
  let rows = 0
  for await (const chunk of addAbortSignal(signal, content) as AsyncIterable<Buffer> & Readable)
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) rows += 1
  return rows
}
