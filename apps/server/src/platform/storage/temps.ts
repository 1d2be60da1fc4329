import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Longer than any upload or export takes; older temp files were left by a process that was killed. */
const MAX_AGE_MS = 24 * 3600_000

export interface Temps {
  /** A path that does not exist yet. */
  path(): string
}

/** The folder of temp files, `<dataDir>/files/tmp`, which every driver uses. Sweeps old ones. */
export async function openTemps(dataDir: string): Promise<Temps> {
  const folder = join(dataDir, 'files', 'tmp')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await orNull(stat(path))
    if (found && Date.now() - found.mtimeMs > MAX_AGE_MS) await rm(path, { force: true })
  }
  return { path: () => join(folder, randomUUID()) }
}

/** Null for what does not exist. */
export async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
