import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../../src/platform/config.ts'
import { openDriver, openStorage, withFallback } from '../../../src/platform/storage/open.ts'
import { StorageDown } from '../../../src/platform/storage/remote.ts'
import type { Storage } from '../../../src/platform/storage/storage.ts'
import { QINIU_KEY, qiniuEnv, startQiniu } from './qiniu.ts'
import { S3_KEY, s3Env, startS3 } from './s3.ts'
import type { StandIn } from './stand-in.ts'

/** Long enough for a busy machine; the short one is for a storage that never answers. */
const PATIENT = { tryMs: 10_000, idleMs: 10_000, backoffMs: 1 }
const HASTY = { tryMs: 400, idleMs: 400, backoffMs: 1 }

let folder: string
let standIns: Record<'s3' | 'qiniu', StandIn>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pianzhang-drivers-'))
  standIns = { s3: await startS3(), qiniu: await startQiniu() }
})
afterAll(async () => {
  for (const one of Object.values(standIns)) await one.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  for (const one of Object.values(standIns)) {
    one.files.clear()
    Object.assign(one, { fault: null, faults: null, unconditional: false, clockMs: 0 })
  }
})

const envOf = (name: 's3' | 'qiniu', address = standIns[name].address) =>
  name === 's3' ? s3Env(address) : qiniuEnv(address)
const opened = async (env: Record<string, string>, timeouts = PATIENT) =>
  (await openStorage(readConfig(env, folder), timeouts)).both
const remote = (name: 's3' | 'qiniu', timeouts = PATIENT) => opened(envOf(name), timeouts)

async function temp(storage: Storage, content: string): Promise<string> {
  const path = await storage.temp()
  await writeFile(path, content)
  return path
}
const text = async (storage: Storage, key: string, range?: { start: number; end: number }) => {
  const stream = await storage.open(key, range)
  return stream && (await buffer(stream)).toString()
}
async function listed(storage: Storage, within: string) {
  const files: { key: string; size: number }[] = []
  for await (const { key, size, modifiedAt } of storage.list(within)) {
    expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(60_000)
    files.push({ key, size })
  }
  return files.sort((a, b) => (a.key < b.key ? -1 : 1))
}

describe.each(['local', 's3', 'qiniu'] as const)('%s', (name) => {
  test('keeps, gives, lists and removes files', async () => {
    const storage = await opened(name === 'local' ? {} : envOf(name))
    const key = 'attachments/p1/-a_B.png'
    await storage.put(key, await temp(storage, '0123456789'))
    expect(await text(storage, key)).toBe('0123456789')
    expect(await text(storage, key, { start: 2, end: 4 })).toBe('234')
    expect(await storage.stat(key)).toMatchObject({ key, size: 10, modifiedAt: expect.any(Date) })
    const copy = await storage.localCopy(key)
    expect(copy && (await readFile(copy.path, 'utf8'))).toBe('0123456789')
    expect(copy && (await stat(copy.path)).mode & 0o777).toBe(0o600)
    await copy?.release()
    const other = await temp(storage, 'another')
    expect(await storage.putNew(key, other)).toBe(false)
    expect(await readFile(other, 'utf8')).toBe('another')
    // `false` for the same content too: a caller removes a file again only if `putNew` has created it.
    const same = await temp(storage, '0123456789')
    expect(await storage.putNew(key, same)).toBe(false)
    await rm(same)
    for (const place of ['p1/b.png.thumb.jpg', 'p1/c.xlsx', 'p10/d.png'])
      expect(await storage.putNew(`attachments/${place}`, await temp(storage, place))).toBe(true)
    await rm(other)
    expect(await listed(storage, 'attachments/p1/')).toEqual([
      { key, size: 10 },
      { key: 'attachments/p1/b.png.thumb.jpg', size: 18 },
      { key: 'attachments/p1/c.xlsx', size: 9 },
    ])
    expect(await listed(storage, '')).toHaveLength(4)
    expect(await listed(storage, 'attachments/p2/')).toEqual([])
    await storage.remove(key)
    await storage.remove(key)
    expect([await storage.open(key), await storage.localCopy(key), await storage.stat(key)]).toEqual([
      null,
      null,
      null,
    ])
    await storage.check()
    expect(await readdir(join(folder, 'files/tmp'))).toEqual([])
    for (const wrong of ['../x', 'a/.b', '中'])
      await expect(storage.open(wrong)).rejects.toThrow('not a storage key')
  })
})

describe.each(['s3', 'qiniu'] as const)('%s', (name) => {
  const key = 'attachments/p1/a.png'
  const failure = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(StorageDown)
    return error as StorageDown
  }
  const label = name === 's3' ? 'S3' : '七牛'

  test('an answer 500, no answer and a closed port are named, after three tries; once is made good', async () => {
    const patient = await remote(name)
    const standIn = standIns[name]
    standIn.fault = 'broken'
    standIn.faults = 2
    await patient.put(key, await temp(patient, 'x'))
    expect(await text(patient, key)).toBe('x')
    for (const fault of ['broken', 'silent'] as const) {
      const storage = fault === 'silent' ? await remote(name, HASTY) : patient
      Object.assign(standIn, { fault, faults: null, requests: 0 })
      const path = await temp(storage, 'y')
      const error = await failure(storage.put(key, path))
      expect(error.message).toBe(`文件存储（${label}）暂时无法使用，请稍后重试`)
      expect(error.why).toMatch(fault === 'broken' ? /应答 500/ : /没有及时应答/)
      expect([error.http, standIn.requests]).toEqual([503, 3])
      // The temp file of a failed `put` is still there.
      expect(await readFile(path, 'utf8')).toBe('y')
      await rm(path)
      await Promise.all(
        [storage.open(key), storage.stat(key), storage.remove(key), storage.check()].map(failure),
      )
    }
    standIn.fault = null
    expect(await text(patient, key)).toBe('x')
    const closed = await startS3()
    await closed.close()
    const gone = await opened(envOf(name, closed.address))
    expect((await failure(gone.open(key))).why).toMatch(/无法连接 127\.0\.0\.1:\d+（ECONNREFUSED）/)
  })

  test.each(['cut', 'reset'] as const)(
    'a download that is %s in the midst fails by its name, and leaves no temp file',
    async (fault) => {
      const storage = await remote(name, HASTY)
      standIns[name].keep(key, Buffer.alloc(100_000))
      standIns[name].fault = fault
      await failure(text(storage, key))
      await failure(storage.localCopy(key))
      expect(await readdir(join(folder, 'files/tmp'))).toEqual([])
    },
  )

  test.each(['page', 'moved'] as const)(
    'another server at its address, which answers a %s, is no storage; a redirect is not followed',
    async (fault) => {
      const storage = await remote(name)
      const standIn = standIns[name]
      const path = await temp(storage, 'x')
      const calls = [
        () => storage.check(),
        () => storage.put(key, path),
        () => storage.stat(key),
        () => listed(storage, ''),
        // Not detected: a page in place of a file of Kodo's, whose size its readers compare, and in place of S3's answer to a removal.
        ...(name === 's3' || fault === 'moved' ? [() => storage.open(key)] : []),
        ...(name === 'qiniu' || fault === 'moved' ? [() => storage.remove(key)] : []),
      ]
      for (const call of calls) {
        const paths: (string | undefined)[] = []
        Object.assign(standIn, { fault, paths })
        await failure(call())
        expect(paths).not.toContain('/elsewhere')
      }
      expect(await readFile(path, 'utf8')).toBe('x')
      await rm(path)
    },
  )

  test('with another key, or a clock that is wrong, it is refused at once; the key is not named', async () => {
    const standIn = standIns[name]
    const variable = name === 's3' ? 'S3_SECRET_ACCESS_KEY' : 'QINIU_SECRET_KEY'
    const storage = await opened({ ...envOf(name), [variable]: 'another-secret' })
    for (const call of [
      () => storage.open(key),
      () => storage.check(),
      () => storage.remove(key),
      () => storage.stat(key),
    ]) {
      standIn.requests = 0
      const { why } = await failure(call())
      expect(why).toMatch(/应答 40[13].*请检查 (S3|QINIU)_ACCESS_KEY.*时钟/)
      expect(why).not.toMatch(/another-secret/)
      expect(standIn.requests).toBe(1)
    }
    const path = await temp(storage, 'x')
    await failure(storage.put(key, path))
    await rm(path)
    expect(standIn.files.size).toBe(0)
    standIn.clockMs = 3600_000
    await failure((await remote(name)).check())
  })

  describe('an upload from a browser', () => {
    const LIMIT = { bytes: 1000, ms: 600_000 }
    async function post({ url, fields }: { url: string; fields: Record<string, string> }, size = 10) {
      const form = new FormData()
      for (const [field, value] of Object.entries(fields)) form.set(field, value)
      form.set('file', new Blob([Buffer.alloc(size, 'a')]), 'a.png')
      return (await fetch(url, { method: 'POST', body: form })).status
    }
    const form = async () => {
      const { direct } = await remote(name)
      if (!direct) throw new Error('no direct uploads')
      const made = await direct.form('incoming/p1/x', LIMIT)
      expect(new URL(made.url).origin).toBe(direct.origin)
      return made
    }
    const OK = name === 's3' ? 204 : 200

    test('is taken with its key, up to its size, until it expires', async () => {
      const standIn = standIns[name]
      expect(await post(await form(), 1000)).toBe(OK)
      expect(standIn.files.get('incoming/p1/x')?.content.length).toBe(1000)
      standIn.files.clear()
      expect(await post(await form(), 1001)).toBe(name === 's3' ? 400 : 413)
      expect(await post(await form(), 0)).toBe(403)
      const kept = await form()
      standIn.clockMs = 601_000
      expect(await post(kept)).toBe(name === 's3' ? 403 : 401)
      standIn.clockMs = 0
      expect(standIn.files.size).toBe(0)
    })

    test('is refused with another key, another name or a changed policy', async () => {
      const made = await form()
      const other = { ...made.fields, key: 'attachments/p1/a.png' }
      expect(await post({ ...made, fields: other })).toBe(403)
      const changed = Object.entries(made.fields).map(([field, value]) => {
        if (field !== 'Policy' && field !== 'token') return [field, value]
        const [encoded = '', ...before] = value.split(':').reverse()
        const policy = JSON.parse(Buffer.from(encoded, 'base64').toString())
        if ('fsizeLimit' in policy) policy.fsizeLimit = 10_000
        else policy.conditions[0][2] = 10_000
        return [
          field,
          [...before.reverse(), Buffer.from(JSON.stringify(policy)).toString('base64')].join(':'),
        ]
      })
      expect(await post({ ...made, fields: Object.fromEntries(changed) })).toBe(name === 's3' ? 403 : 401)
      const id = name === 's3' ? S3_KEY.id : QINIU_KEY.id
      const foreign = Object.entries(made.fields).map(([field, value]) => [
        field,
        value.replace(id, 'somebody-else'),
      ])
      expect(await post({ ...made, fields: Object.fromEntries(foreign) })).toBe(name === 's3' ? 403 : 401)
      expect(standIns[name].files.size).toBe(0)
    })
  })
})

test('an S3 server that knows no conditions keeps what it has as well', async () => {
  const storage = await remote('s3')
  standIns.s3.unconditional = true
  standIns.s3.keep('attachments/p/a', Buffer.from('first'))
  const path = await temp(storage, 'second')
  expect(await storage.putNew('attachments/p/a', path)).toBe(false)
  await rm(path)
  expect(await text(storage, 'attachments/p/a')).toBe('first')
})

test('what the storage lacks is read from its fallback; new files go to the storage, a removed one leaves both', async () => {
  const config = readConfig({ ...s3Env(standIns.s3.address), STORAGE_FALLBACK: 'local' }, folder)
  const [s3, local] = [await openDriver(config, 's3', PATIENT), await openDriver(config, 'local', PATIENT)]
  const both = withFallback(s3, local)
  await local.put('attachments/p/old', await temp(local, 'old'))
  await both.put('attachments/p/new', await temp(both, 'new'))
  await s3.put('attachments/p/moved', await temp(s3, 'moved'))
  await local.put('attachments/p/moved', await temp(local, 'moved'))
  expect([await text(both, 'attachments/p/old'), await text(both, 'attachments/p/new')]).toEqual([
    'old',
    'new',
  ])
  expect(await local.stat('attachments/p/new')).toBeNull()
  expect((await listed(both, 'attachments/p/')).map(({ key }) => key)).toEqual([
    'attachments/p/moved',
    'attachments/p/new',
    'attachments/p/old',
  ])
  const again = await temp(both, 'again')
  expect(await both.putNew('attachments/p/old', again)).toBe(false)
  await rm(again)
  await both.remove('attachments/p/moved')
  expect([await s3.stat('attachments/p/moved'), await local.stat('attachments/p/moved')]).toEqual([
    null,
    null,
  ])
  // An error of the main storage does not count as a missing file.
  standIns.s3.fault = 'broken'
  await expect(both.open('attachments/p/old')).rejects.toThrow(StorageDown)
  await local.remove('attachments/p/old')
})
