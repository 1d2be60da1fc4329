import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyOffsite } from '../../../src/operator/backup/offsite.ts'
import { restore } from '../../../src/operator/backup/restore.ts'
import { openLocalStorage } from '../../../src/platform/storage/local.ts'
import { keyOf, startUploads } from '../../base/attachments/app.ts'
import { png } from '../../base/attachments/helpers.ts'
import { cloneDatabase } from '../../harness/database.ts'
import { startTestApp } from '../../harness/harness.ts'
import { installed } from '../../machines/programs.ts'
import { runCommand, startCommandLine } from '../../processes/commands.ts'
import { digestsOf } from './digests.ts'

const what = 'off-site copies by restic'
const exec = promisify(execFile)

describe.skipIf(!installed(what, { restic: 'restic' }))(what, () => {
  let uploads: Awaited<ReturnType<typeof startUploads>>
  let folder: string
  let env: Record<string, string>

  beforeAll(async () => {
    uploads = await startUploads(startTestApp())
    folder = await mkdtemp(join(tmpdir(), 'pianzhang-restic-'))
    mkdirSync(join(folder, 'etc'))
    writeFileSync(join(folder, 'etc/pianzhang.env'), 'SITE=/etc/pianzhang/site.json\n')
    writeFileSync(join(folder, 'password'), 'of the tests')
    env = {
      XDG_CACHE_HOME: folder,
      BACKUP_RESTIC_REPOSITORY: join(folder, 'repository'),
      RESTIC_PASSWORD_FILE: join(folder, 'password'),
    }
  })
  afterAll(async () => {
    delete process.env.RESTIC_PASSWORD_FILE
    await uploads.app.close()
    await rm(folder, { recursive: true })
  })

  const restic = async (...args: string[]) => {
    const { BACKUP_RESTIC_REPOSITORY, ...rest } = env
    const own = { ...rest, PATH: process.env.PATH, RESTIC_REPOSITORY: BACKUP_RESTIC_REPOSITORY }
    return (await exec('restic', args, { env: own, maxBuffer: 1e9, encoding: 'buffer' })).stdout
  }
  const start = (more: Record<string, string> = {}) =>
    startCommandLine(
      uploads.app,
      ['backup:daily', '--into', join(folder, 'nightly'), '--settings', join(folder, 'etc')],
      { ...env, ...more },
    )
  const night = (more: Record<string, string> = {}) => start(more).ended
  const snapshots = async (tag: string) =>
    JSON.parse(String(await restic('snapshots', '--json', '--tag', tag))) as object[]
  const stored = async () =>
    (JSON.parse(String(await restic('stats', '--json', '--mode', 'raw-data'))) as { total_size: number })
      .total_size
  const last = async () => ((await runCommand(uploads.app, 'status')).data.backups as object[])[0]
  const failed = (why: string) => ({
    state: 'complete',
    verified: '',
    copied_at: null,
    copy_failure: expect.stringContaining(why),
  })

  test('a repository that was never made is named, and nothing is made in its place', async () => {
    const { status, err } = await night()
    expect([status, err]).toEqual([1, expect.stringContaining('pianzhang restic init')])
    expect(await last()).toMatchObject(failed('无法打开仓库'))
    expect(await readdir(folder)).not.toContain('repository')
  })

  test('each night is read back, holds only what is new, has the settings, and is restored', async () => {
    await restic('init')
    for (let n = 0; n < 20; n += 1) await uploads.uploaded(keyOf(`凭证${n}`, 'png'), await png(400, 300))
    expect(await night()).toMatchObject({ status: 0, out: expect.stringContaining('从那里读回校验') })
    const tags = async () =>
      await Promise.all(
        ['pianzhang', 'unfinished', 'pianzhang-etc'].map(async (tag) => (await snapshots(tag)).length),
      )
    expect(await tags()).toEqual([1, 0, 1])
    const first = await stored()
    await uploads.uploaded(keyOf('新', 'png'), uploads.picture)
    const again = await runCommand(uploads.app, 'backup', { into: join(folder, 'again') })
    process.env.RESTIC_PASSWORD_FILE = env.RESTIC_PASSWORD_FILE
    await copyOffsite(env.BACKUP_RESTIC_REPOSITORY ?? '', String(again.data.file))
    // Nothing was removed yet: of 7 MB the first chunk, with the time of the backup, and the last one.
    expect((await stored()) - first).toBeLessThan(first / 2)
    expect((await night()).status).toBe(0)
    // Of one day the last is kept.
    expect(await tags()).toEqual([1, 0, 1])
    expect(await last()).toMatchObject({ copied_at: expect.any(String), copy_failure: '' })

    const file = join(folder, 'pianzhang.tar')
    const dump = createWriteStream(file)
    dump.end(await restic('dump', '--tag', 'pianzhang', 'latest', 'pianzhang.tar'))
    await once(dump, 'finish')
    const target = await cloneDatabase()
    const storage = await openLocalStorage(join(folder, 'target'))
    expect(await restore(target.url, storage, file)).toMatchObject({ files: 42, lacking: 0 })
    expect(await digestsOf(target.url)).toEqual(await digestsOf(uploads.app.databaseUrl))
    await target.drop()
  })

  test('a wrong password, a kill and a damaged repository lose no copy, are noted, and are over with the next good night', async () => {
    const before = await snapshots('pianzhang')
    const wrong = join(folder, 'wrong')
    await writeFile(wrong, 'another one')
    expect((await night({ RESTIC_PASSWORD_FILE: wrong })).status).toBe(1)
    expect(await last()).toMatchObject(failed('restic 的密码不对'))

    const { child, ended } = start()
    const locked = () => readdir(join(folder, 'repository/locks'))
    await expect.poll(locked, { interval: 5, timeout: 60_000 }).not.toEqual([])
    child.kill('SIGKILL')
    await ended
    // What restic leaves locked is unlocked by the last night below: it could not prune otherwise.
    expect(await last()).toMatchObject({ copied_at: null })
    expect(await snapshots('pianzhang')).toEqual(before)

    // What is stored already is not stored again, and cannot be read back.
    const data = join(folder, 'repository/data')
    const packs = (await readdir(data, { recursive: true })).filter((name) => /\/[0-9a-f]{64}$/.test(name))
    for (const name of packs) await rename(join(data, name), join(folder, basename(name)))
    const damaged = await night()
    expect([damaged.status, damaged.err]).toEqual([
      1,
      expect.stringContaining('异地备份失败：restic dump 失败'),
    ])
    expect(await last()).toMatchObject(failed('restic dump 失败'))
    expect(await snapshots('pianzhang')).toEqual(before)

    for (const name of packs) await rename(join(folder, basename(name)), join(data, name))
    expect(await night()).toMatchObject({ status: 0, err: '' })
    expect(await last()).toMatchObject({ copied_at: expect.any(String), copy_failure: '' })
  })
})
