import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { INCOMING } from '../../base/attachments/upload/incoming.ts'
import { eachConcurrently } from '../../platform/concurrency.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { type Comparing, compareFiles, folderOf } from './compare.ts'

/** Files copied at the same time. */
const AT_ONCE = 4

export interface Moved {
  /** Files that this run copied and verified by reading them back. */
  copied: number
  /** Files that the target already had, of the same size. */
  present: number
  /** Files that rows name and the target still lacks. */
  lacking: number
}

/**
 * Copies the files of all projects from one storage to another, and removes none. Files uploaded meanwhile are left to the next run; files removed
 * meanwhile are skipped. It can be run again after a kill: the target has a file completely or not at all.
 */
export async function copyFiles(
  services: Comparing,
  from: Storage,
  to: Storage,
  report: (copied: number) => void = () => undefined,
): Promise<Moved> {
  let [copied, present] = [0, 0]
  for (const project of await projectsOf(services)) {
    const there = await sizesIn(to, project)
    await eachConcurrently(AT_ONCE, from.list(folderOf(project)), async ({ key, size }) => {
      if (there.get(key) === size) present += 1
      else if (await copyFile(from, to, key)) {
        copied += 1
        report(copied)
      }
    })
  }
  let lacking = 0
  for await (const difference of compareFiles({ ...services, storage: to }))
    lacking += difference.lacking.length
  return { copied, present, lacking }
}

/**
 * Removes from `from` the files that `to` has too, with the same size and SHA-256. Files that `to` lacks or has with other content stay and are
 * counted in `kept`.
 */
export async function clearMoved(
  services: Comparing,
  from: Storage,
  to: Storage,
): Promise<{ removed: number; kept: number }> {
  let [removed, kept] = [0, 0]
  for (const project of await projectsOf(services)) {
    const there = await sizesIn(to, project)
    await eachConcurrently(AT_ONCE, from.list(folderOf(project)), async ({ key, size }) => {
      const same = there.get(key) === size && (await digest(from, key)) === (await digest(to, key))
      if (same) await from.remove(key)
      if (same) removed += 1
      else kept += 1
    })
  }
  return { removed, kept }
}

/** Whether both are the same storage, such as one bucket under two addresses, where removing a moved file would remove its copy. */
export async function areSame(from: Storage, to: Storage): Promise<boolean> {
  const key = `${INCOMING}probe/${randomUUID()}`
  const path = await to.temp()
  await writeFile(path, key, { mode: 0o600, flag: 'wx' })
  try {
    await to.put(key, path)
    return (await from.stat(key)) !== null
  } finally {
    await rm(path, { force: true })
    await to.remove(key)
  }
}

async function projectsOf({ db }: Comparing): Promise<string[]> {
  return (await db.selectFrom('projects').select('code').orderBy('id').execute()).map(({ code }) => code)
}

async function sizesIn(storage: Storage, project: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for await (const { key, size } of storage.list(folderOf(project))) sizes.set(key, size)
  return sizes
}

/** False if the file was removed meanwhile. Throws if the copy differs from the content that was read. */
async function copyFile(from: Storage, to: Storage, key: string): Promise<boolean> {
  const source = await from.open(key)
  if (!source) return false
  const path = await to.temp()
  try {
    const hash = createHash('sha256')
    const hashing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        done(null, chunk)
      },
    })
    await pipeline(source, hashing, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
    await to.put(key, path)
    if ((await digest(to, key)) === hash.digest('hex')) return true
    throw new Error(`文件 ${key} 复制后内容不一致，请检查${to.label}的存储后重新运行`)
  } finally {
    await rm(path, { force: true })
  }
}

/** Null if there is no such file. */
async function digest(storage: Storage, key: string): Promise<string | null> {
  const source = await storage.open(key)
  if (!source) return null
  const hash = createHash('sha256')
  await pipeline(source, hash)
  return hash.digest('hex')
}
