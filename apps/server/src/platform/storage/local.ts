import { createHash } from 'node:crypto'
import { access, chmod, constants, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import {
  type ByteRange,
  checkFolder,
  checkStorageKey,
  isKey,
  type Storage,
  type StoredFile,
} from './storage.ts'
import { openTemps, orNull } from './temps.ts'

/** Files under `<dataDir>/files/`, readable by the server's user only. Sweeps old temp files at the start. */
export async function openLocalStorage(dataDir: string): Promise<Storage> {
  const root = join(dataDir, 'files')
  const stored = join(root, 'stored')
  const temps = await openTemps(dataDir)

  /** `a/b/name` → `a/b/<2 hex digits of its hash>/name`, so that a project's files are spread over 256 folders. */
  const pathOf = (key: string) => {
    checkStorageKey(key)
    const shard = createHash('sha256').update(key).digest('hex').slice(0, 2)
    return join(stored, dirname(key), shard, basename(key))
  }

  return {
    label: '本机',
    direct: null,
    temp: async () => temps.path(),

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

    async stat(key) {
      const found = await orNull(stat(pathOf(key)))
      return found && { key, size: found.size, modifiedAt: found.mtime }
    },

    list: (folder) => walk(stored, folder, pathOf),

    check: async () => await access(root, constants.R_OK | constants.W_OK),
  }
}

/** Skips files that are not at the path of their key: another program put them there. */
async function* walk(
  stored: string,
  folder: string,
  pathOf: (key: string) => string,
): AsyncGenerator<StoredFile> {
  checkFolder(folder)
  for await (const path of filesBelow(join(stored, folder))) {
    const key = [...relative(stored, dirname(dirname(path))).split(sep), basename(path)].join('/')
    if (!isKey(key) || pathOf(key) !== path) continue
    const found = await orNull(stat(path))
    if (found) yield { key, size: found.size, modifiedAt: found.mtime }
  }
}

/** Reads one folder at a time, which bounds memory: a project's files are in 256 folders. */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  for (const entry of (await orNull(readdir(folder, { withFileTypes: true }))) ?? []) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield path
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

/** fsync of a file or folder: a rename is durable only when its folder is flushed. */
async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
