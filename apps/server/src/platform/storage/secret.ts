import { readFile } from 'node:fs/promises'
import { ConfigError } from '../config.ts'
import { reasonOf } from '../system-errors.ts'
import { ACCESS_KEY, type SecretSource, type StorageConfig } from './config.ts'

/** The key itself. Throws a `ConfigError` that names the variable and the file, never the key. */
export async function loadKey({ variable, value, file }: SecretSource): Promise<string> {
  if (value !== null) return value
  const wrong = (reason: string) => new ConfigError(`环境变量 ${variable}_FILE 指定的文件 ${file} ${reason}`)
  let text: string
  try {
    text = (await readFile(file ?? '', 'utf8')).trim()
  } catch (error) {
    throw wrong(`无法读取：${reasonOf(error)}`)
  }
  if (!ACCESS_KEY.test(text)) throw wrong('不是密钥，应为只有一行的文件')
  return text
}

/** Reads the key files of all drivers that are configured, so that the start names a mistake. */
export async function checkStorageKeys({ s3, qiniu }: StorageConfig): Promise<void> {
  for (const one of [s3, qiniu]) if (one) await loadKey(one.secretKey)
}
