import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { damaged, type Entry, entriesOf, explained, readManifest, skip } from './archive.ts'
import { CLOSING, type Closing, closing, FILES, type Manifest, TABLES } from './manifest.ts'

const NEWLINE = 10

/** What a backup says of itself, and what is wrong with it. */
export interface Verified {
  manifest: Manifest
  closing: Closing
  /** In Chinese; empty for a backup that restores completely. */
  wrong: string[]
}

/**
 * Reads a whole backup back, without a database: every entry is compared with its checksum, and the numbers of rows and files with those that
 * the backup states. Backups of older versions have no checksums (`manifest.sums`). Throws `Refused` if it cannot be read to its end.
 */
export async function verify(source: string | Readable): Promise<Verified> {
  const differing: string[] = []
  let first: Manifest | undefined
  let last: Closing | undefined
  let rows = 0
  let files = 0
  try {
    for await (const entry of entriesOf(source, (names) => differing.push(...names))) {
      if (!first) first = await readManifest(entry)
      else if (entry.name.startsWith(TABLES)) rows += await countRows(entry)
      else if (entry.name === CLOSING)
        last = closing.parse(JSON.parse((await buffer(entry.content)).toString()))
      else {
        await skip(entry)
        if (entry.name.startsWith(FILES)) files += 1
      }
    }
  } catch (error) {
    // An archive that is cut within an entry fails here, where the entry is read.
    throw explained(error)
  }
  if (!first || !last) throw damaged()
  const wrong = differing.map((name) => `${name} 的内容与校验值不符`)
  if (rows !== last.rows) wrong.push(`应有 ${last.rows} 行数据，实有 ${rows} 行`)
  if (files !== last.files) wrong.push(`应有 ${last.files} 个文件，实有 ${files} 个`)
  return { manifest: first, closing: last, wrong }
}

/** COPY's text format ends each row with a newline, and escapes those within. */
async function countRows({ content }: Entry): Promise<number> {
  let rows = 0
  for await (const chunk of content as AsyncIterable<Buffer>)
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) rows += 1
  return rows
}
