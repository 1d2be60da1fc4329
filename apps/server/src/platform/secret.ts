import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, ConfigError, SECRET_MIN } from './config.ts'

/** The secret that signs links: given, or made once and kept in the data folder, readable by nobody else. Throws `ConfigError`. */
export async function loadSecret(config: Pick<Config, 'secret' | 'dataDir'>): Promise<string> {
  if (config.secret) return config.secret
  const file = join(config.dataDir, 'secret')
  try {
    return (await readSecret(file)) ?? (await makeSecret(config.dataDir, file))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new ConfigError(`密钥文件 ${file} 无法读写，请检查磁盘空间和权限：${message}`)
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
    `密钥文件 ${file} 不完整（不足${SECRET_MIN}个字符），可能写入时磁盘已满或断电。请从备份恢复它；没有备份时删除它再启动，会生成新的密钥，此前给出的文件链接需刷新页面重新获取。`,
  )
}

/** Whole or not at all, also when the disk is full or the power fails; of two starts at once both get the first one's. */
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
    // Unlike a rename, a link does not replace the file that another start has made meanwhile.
    await link(fresh, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await syncFolder(dataDir)
  } finally {
    await rm(fresh, { force: true })
  }
  return (await readSecret(file)) ?? ''
}

/** The new name is on the disk, too: links signed from now on stay good after a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
