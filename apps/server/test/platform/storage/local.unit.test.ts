import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLocalStorage } from '../../../src/platform/storage/local.ts'
import type { Storage } from '../../../src/platform/storage/storage.ts'

let folder: string
let storage: Storage

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pianzhang-storage-'))
  storage = await openLocalStorage(folder)
})
afterEach(() => rm(folder, { recursive: true }))

async function put(key: string, content: string) {
  const temp = await storage.temp()
  await writeFile(temp, content)
  await storage.put(key, temp)
}

const text = async (key: string, range?: { start: number; end: number }) => {
  const stream = await storage.open(key, range)
  return stream && (await buffer(stream)).toString()
}

test('a stored file can be opened, in part too, copied and removed', async () => {
  await put('attachments/p1/-code_A.png', '0123456789')
  expect(await text('attachments/p1/-code_A.png')).toBe('0123456789')
  expect(await text('attachments/p1/-code_A.png', { start: 2, end: 4 })).toBe('234')
  const copy = await storage.localCopy('attachments/p1/-code_A.png')
  expect(copy && (await readFile(copy.path, 'utf8'))).toBe('0123456789')
  expect(copy && (await stat(copy.path)).mode & 0o777).toBe(0o600)
  await copy?.release()
  await storage.remove('attachments/p1/-code_A.png')
  await storage.remove('attachments/p1/-code_A.png')
  expect(await storage.open('attachments/p1/-code_A.png')).toBeNull()
  expect(await storage.localCopy('attachments/p1/-code_A.png')).toBeNull()
})

test('put removes the temp file', async () => {
  await put('a/b', 'x')
  expect(await readdir(join(folder, 'files/tmp'))).toEqual([])
})

test('putNew keeps an existing file under the key, and the temp file', async () => {
  await put('a/b', 'first')
  const temp = await storage.temp()
  await writeFile(temp, 'second')
  expect(await storage.putNew('a/b', temp)).toBe(false)
  expect([await text('a/b'), await readFile(temp, 'utf8')]).toEqual(['first', 'second'])
  expect(await storage.putNew('a/c', temp)).toBe(true)
  expect(await text('a/c')).toBe('second')
  expect(await readdir(join(folder, 'files/tmp'))).toEqual([])
})

test('a key cannot leave the folder', async () => {
  for (const key of ['', '..', '../x', 'a/../b', '/etc/passwd', 'a//b', 'a/.b', 'a\0', 'a\\b', 'a/', '中'])
    await expect(storage.open(key)).rejects.toThrow('not a storage key')
})

test('old temp files are removed at the start, recent ones stay', async () => {
  const [old, young] = [await storage.temp(), await storage.temp()]
  await writeFile(old, '')
  await writeFile(young, '')
  const yesterday = Date.now() / 1000 - 25 * 3600
  await utimes(old, yesterday, yesterday)
  await openLocalStorage(folder)
  await expect(stat(old)).rejects.toThrow()
  await stat(young)
})
