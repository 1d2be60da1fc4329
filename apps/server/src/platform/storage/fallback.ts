import type { Storage } from './storage.ts'

/**
 * Two storages as one, while files are moved from `other` to `main`: new files go to `main`, files that it lacks are read from `other`, removed
 * files are removed from both. An error of `main` is thrown and does not count as a missing file.
 */
export function withFallback(main: Storage, other: Storage): Storage {
  return {
    ...main,
    putNew: async (key, tempPath) => (await other.stat(key)) === null && (await main.putNew(key, tempPath)),
    open: async (key, range) => (await main.open(key, range)) ?? (await other.open(key, range)),
    localCopy: async (key) => (await main.localCopy(key)) ?? (await other.localCopy(key)),
    stat: async (key) => (await main.stat(key)) ?? (await other.stat(key)),
    async remove(key) {
      await main.remove(key)
      await other.remove(key)
    },
    async *list(folder) {
      const listed = new Set<string>()
      for await (const file of main.list(folder)) {
        listed.add(file.key)
        yield file
      }
      for await (const file of other.list(folder)) if (!listed.has(file.key)) yield file
    },
    async check() {
      await main.check()
      await other.check()
    },
  }
}
