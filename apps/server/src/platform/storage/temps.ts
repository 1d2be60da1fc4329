import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Longer than any upload or export takes; older temp files were left by a process that was killed. */
const MAX_AGE_MS = 24 * 3600_000

export interface Temps {
  /** A path that does not exist yet. */
  path(): string
}

/** The folder of temp files, `<dataDir>/files/tmp`, which every driver uses. Sweeps old ones, by the clock of the folder's file system. */
export async function openTemps(dataDir: string): Promise<Temps> {
  const folder = join(dataDir, 'files', 'tmp')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const now = await fileTime(join(folder, randomUUID()))
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await orNull(stat(path))
    if (found && now - found.mtimeMs > MAX_AGE_MS) await rm(path, { force: true })
  }
  return { path: () => join(folder, randomUUID()) }
}

/** The present time of the file system, from a file written now: on a share it is the clock of another machine. */
async function fileTime(path: string): Promise<number> {
  await writeFile(path, '')
  const { mtimeMs } = await stat(path)
  await rm(path)
  return mtimeMs
}

/** Null if the file or folder does not exist. */
export async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
