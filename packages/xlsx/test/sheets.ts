import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSheet, SheetError, type SheetLimits, type SheetRow } from '../src/index.ts'

/** Writes the bytes to a temp file for `use` and removes it afterwards. */
export async function withFile<T>(bytes: Buffer, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sheet-'))
  try {
    const path = join(folder, 'upload')
    await writeFile(path, bytes)
    return await use(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** All items of an async iterable. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

/** All rows of the first sheet in these bytes. */
export function rowsOf(bytes: Buffer, limits?: Partial<SheetLimits>): Promise<SheetRow[]> {
  return withFile(bytes, (path) => collect(readSheet(path, limits)))
}

/** Rows as `[line, …]` with each cell as `kind:text`, null where there is none. */
export async function briefly(bytes: Buffer): Promise<(number | string | null)[][]> {
  const rows = await rowsOf(bytes)
  return rows.map(({ line, cells }) => [
    line,
    ...Array.from(cells, (cell) => (cell ? `${cell.kind}:${cell.text}` : null)),
  ])
}

/** The SheetError's reason when reading fails, else 'read'. Throws other errors. */
export async function outcome(bytes: Buffer, limits?: Partial<SheetLimits>): Promise<string> {
  try {
    await rowsOf(bytes, limits)
    return 'read'
  } catch (error) {
    if (error instanceof SheetError) return error.reason
    throw error
  }
}
