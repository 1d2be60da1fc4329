import { createHash, randomUUID } from 'node:crypto'
import { chmod, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type ByteRange, checkStorageKey, type Storage } from './storage.ts'

/** Longer than any upload or export takes; what is older was left by a process that died. */
const TEMP_LIVES_MS = 24 * 3600_000

/** Files under `<dataDir>/files/`, readable by the server's user only. Sweeps old temp files at the start. */
export async function openLocalStorage(dataDir: string): Promise<Storage> {
  const root = join(dataDir, 'files')
  const temps = join(root, 'tmp')
  await mkdir(temps, { recursive: true, mode: 0o700 })
  await sweep(temps)

  /** `a/b/name` → `a/b/<2 hex>/name`: a busy project would else have all its files in one folder. */
  const pathOf = (key: string) => {
    checkStorageKey(key)
    const fan = createHash('sha256').update(key).digest('hex').slice(0, 2)
    return join(root, 'stored', dirname(key), fan, basename(key))
  }

  return {
    temp: async () => join(temps, randomUUID()),

    async put(key, tempPath) {
      const path = pathOf(key)
      const syncFolders = await prepare(path, tempPath)
      await rename(tempPath, path)
      await syncFolders()
    },

    async putNew(key, tempPath) {
      const path = pathOf(key)
      const syncFolders = await prepare(path, tempPath)
      try {
        // Unlike a rename, a link never replaces what stands there.
        await link(tempPath, path)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
        throw error
      }
      try {
        await syncFolders()
        await rm(tempPath)
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
      return true
    },

    async open(key: string, range?: ByteRange) {
      const file = await orNull(open(pathOf(key), 'r'))
      return file ? file.createReadStream({ start: range?.start, end: range?.end }) : null
    },

    async localCopy(key) {
      const path = pathOf(key)
      return (await orNull(stat(path))) && { path, release: async () => undefined }
    },

    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
  }
}

/** The temp file's bytes are on the disk and its folder is there; the answer writes the folder's new entries to the disk. */
async function prepare(path: string, tempPath: string): Promise<() => Promise<void>> {
  await chmod(tempPath, 0o600)
  await syncPath(tempPath)
  const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  return async () => {
    await syncPath(dirname(path))
    // New folders are entries of their parents, up to the first that was there before.
    for (let folder = dirname(path); made && folder.length >= made.length; folder = dirname(folder))
      await syncPath(dirname(folder))
  }
}

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** A rename is on the disk only when its folder is, and the file's bytes only when the file is. */
async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await orNull(stat(path))
    if (found && Date.now() - found.mtimeMs > TEMP_LIVES_MS) await rm(path, { force: true })
  }
}
