import { createHash, randomUUID } from 'node:crypto'
import { access, chmod, constants, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type ByteRange, checkStorageKey, type Storage } from './storage.ts'

/** Longer than any upload or export takes; older temp files were left by a process that was killed. */
const TEMP_MAX_AGE_MS = 24 * 3600_000

/** Files under `<dataDir>/files/`, readable by the server's user only. Sweeps old temp files at the start. */
export async function openLocalStorage(dataDir: string): Promise<Storage> {
  const root = join(dataDir, 'files')
  const temps = join(root, 'tmp')
  await mkdir(temps, { recursive: true, mode: 0o700 })
  await sweep(temps)

  /** `a/b/name` → `a/b/<2 hex digits of its hash>/name`, so that a project's files are spread over 256 folders. */
  const pathOf = (key: string) => {
    checkStorageKey(key)
    const shard = createHash('sha256').update(key).digest('hex').slice(0, 2)
    return join(root, 'stored', dirname(key), shard, basename(key))
  }

  return {
    // Required: another server may have the disk, or the mount, that this one lost.
    readiness: {
      name: 'storage',
      title: '文件存储',
      required: true,
      check: () => access(temps, constants.R_OK | constants.W_OK),
    },

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
        // A hard link, unlike a rename, never replaces an existing file.
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

/** Flushes the temp file and creates the target's folder; returns a function that flushes the folder's new entries. */
async function prepare(path: string, tempPath: string): Promise<() => Promise<void>> {
  await chmod(tempPath, 0o600)
  await syncPath(tempPath)
  const firstCreated = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  return async () => {
    await syncPath(dirname(path))
    // Also the parents of new folders, up to the first that existed before.
    for (
      let folder = dirname(path);
      firstCreated && folder.length >= firstCreated.length;
      folder = dirname(folder)
    )
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

/** fsync of a file or folder: a rename is durable only when its folder is flushed. */
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
    if (found && Date.now() - found.mtimeMs > TEMP_MAX_AGE_MS) await rm(path, { force: true })
  }
}
