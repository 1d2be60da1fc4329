import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError } from '../../../src/platform/config.ts'
import { loadSecret } from '../../../src/platform/login/secret.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'pianzhang-secret-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const load = () => loadSecret({ secret: null, dataDir })

test('concurrent starts use the same secret, which persists', async () => {
  const secrets = await Promise.all(Array.from({ length: 8 }, load))
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]).toMatch(/^[\w-]{43}$/)
  expect(await load()).toBe(secrets[0])
  expect(readdirSync(dataDir)).toEqual(['secret'])
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
})

test.each(['', '\n', 'too-short\n'])(
  'a truncated file, as a full disk leaves it, is refused: %j',
  async (left) => {
    const file = join(dataDir, 'secret')
    writeFileSync(file, left)
    const failure = await load().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ConfigError)
    expect((failure as Error).message).toMatch(/密钥文件 .*\/secret 不完整.*不在备份中：请删除/)
    expect(readFileSync(file, 'utf8')).toBe(left)
  },
)

test('a folder that cannot be written is named in the error', async () => {
  const path = join(dataDir, 'a-file')
  writeFileSync(path, '')
  await expect(loadSecret({ secret: null, dataDir: path })).rejects.toThrow(/密钥文件 .* 无法读写/)
})
