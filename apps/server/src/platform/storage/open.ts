import type { StorageConfig } from './config.ts'
import { openLocalStorage } from './local.ts'
import { TIMEOUTS, type Timeouts } from './remote.ts'
import { loadKey } from './secret.ts'
import type { DriverName, Storage } from './storage.ts'
import { openTemps } from './temps.ts'

interface StorageSettings {
  dataDir: string
  storage: StorageConfig
}

interface OpenStorages {
  main: Storage
  /** The second storage, while files are moved. */
  fallback: Storage | null
  /** The storage that the server reads and writes: `main`, with `fallback` behind it. */
  both: Storage
}

/** The storage that the configuration names, with its fallback while files are moved. */
export async function openStorage(
  settings: StorageSettings,
  timeouts: Timeouts = TIMEOUTS,
): Promise<OpenStorages> {
  const { driver, fallback: other } = settings.storage
  const main = await openDriver(settings, driver, timeouts)
  if (other === null) return { main, fallback: null, both: main }
  const fallback = await openDriver(settings, other, timeouts)
  return { main, fallback, both: withFallback(main, fallback) }
}

/** One driver. A remote one is loaded here only, as its client takes 20 MB. Throws an Error in Chinese if it is not configured. */
export async function openDriver(
  { dataDir, storage: { s3, qiniu } }: StorageSettings,
  name: DriverName,
  timeouts: Timeouts = TIMEOUTS,
): Promise<Storage> {
  if (name === 'local') return await openLocalStorage(dataDir)
  const temps = await openTemps(dataDir)
  if (name === 's3') {
    if (!s3) throw new Error('没有设置 S3：环境变量 S3_BUCKET 等（见 docs/运维/配置.md）')
    const { openS3Storage } = await import('./s3.ts')
    return await openS3Storage({ ...s3, secret: await loadKey(s3.secretKey) }, temps, timeouts)
  }
  if (!qiniu) throw new Error('没有设置七牛：环境变量 QINIU_BUCKET 等（见 docs/运维/配置.md）')
  const { openQiniuStorage } = await import('./qiniu.ts')
  return openQiniuStorage({ ...qiniu, secret: await loadKey(qiniu.secretKey) }, temps, timeouts)
}

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
