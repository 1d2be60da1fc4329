import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { SECRET_MIN } from '../setting-values.ts'
import { isDenied, reasonOf } from '../system-errors.ts'

/** The secret that signs links: from the configuration, or created once in the data folder with mode 0600. Throws `ConfigError`. */
export async function loadSecret(config: Pick<Config, 'secret' | 'dataDir'>): Promise<string> {
  if (config.secret) return config.secret
  const file = join(config.dataDir, 'secret')
  try {
    return (await readSecret(file)) ?? (await makeSecret(config.dataDir, file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    throw new ConfigError(`密钥文件 ${file} 无法读写：${reasonOf(error)}`, { transient: !isDenied(error) })
  }
}

async function readSecret(file: string): Promise<string | null> {
  let secret: string
  try {
    secret = (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  if (secret.length >= SECRET_MIN) return secret
  throw new ConfigError(
    `密钥文件 ${file} 不完整（不足${SECRET_MIN}个字符），可能写入时磁盘已满或断电。它不在备份中：请删除它再启动，会生成新的密钥，此前给出的文件链接需刷新页面重新获取。`,
  )
}

/** Creates the file atomically, safe against a full disk and power failure; concurrent starts all get the first one's. */
async function makeSecret(dataDir: string, file: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const fresh = `${file}.new-${randomBytes(6).toString('hex')}`
  try {
    const handle = await open(fresh, 'wx', 0o600)
    try {
      await handle.writeFile(`${randomBytes(32).toString('base64url')}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    // A hard link, unlike a rename, fails if another start has created the file meanwhile.
    await link(fresh, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await syncFolder(dataDir)
  } finally {
    await rm(fresh, { force: true })
  }
  return (await readSecret(file)) ?? ''
}

/** Flushes the directory entry, so that the secret, and links signed with it, survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
