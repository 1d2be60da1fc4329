import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { restore } from '../../../src/operator/backup/restore.ts'
import { openLocalStorage } from '../../../src/platform/storage/local.ts'
import { cloneDatabase } from '../../harness/database.ts'
import { startTestApp } from '../../harness/harness.ts'
import { installed } from '../../machines/programs.ts'
import { keyOf, startUploads } from '../../modules/attachments/app.ts'
import { png } from '../../modules/attachments/helpers.ts'
import { runCommand } from '../../processes/commands.ts'
import { digestsOf } from './digests.ts'

const ADMIN = fileURLToPath(new URL('../../../src/admin.ts', import.meta.url))
const PAGE = new URL('../../../../../docs/运维/备份与恢复.md', import.meta.url)
const what = 'backups by restic'
const exec = promisify(execFile)

/** The script of docs/运维/备份与恢复.md, 异地备份, run as it stands there. */
describe.skipIf(!installed(what, { restic: 'restic', bash: 'bash' }))(what, () => {
  let uploads: Awaited<ReturnType<typeof startUploads>>
  let folder: string
  let env: Record<string, string>

  beforeAll(async () => {
    uploads = await startUploads(startTestApp())
    folder = await mkdtemp(join(tmpdir(), 'pianzhang-restic-'))
    for (const name of ['bin', 'etc']) mkdirSync(join(folder, name))
    const script = /把 `\/usr\/local\/sbin\/pianzhang-restic` 写成：\n\n```bash\n(.*?)```/s.exec(
      readFileSync(PAGE, 'utf8'),
    )?.[1]
    if (!script) throw new Error('the page has no script')
    writeFileSync(join(folder, 'nightly'), script.replaceAll('/etc/pianzhang', join(folder, 'etc')), {
      mode: 0o755,
    })
    writeFileSync(join(folder, 'etc/pianzhang.env'), 'SITE=/etc/pianzhang/site.json\n')
    writeFileSync(join(folder, 'password'), 'of the tests')
    // The release's program, on this database.
    writeFileSync(
      join(folder, 'bin/pianzhang'),
      `#!/bin/sh\nshift\nexec "${process.execPath}" "${ADMIN}" "$@"\n`,
    )
    chmodSync(join(folder, 'bin/pianzhang'), 0o755)
    env = {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      HOME: folder,
      RESTIC_REPOSITORY: join(folder, 'repository'),
      RESTIC_PASSWORD_FILE: join(folder, 'password'),
      DATABASE_URL: uploads.app.databaseUrl,
      DATA_DIR: uploads.app.services.config.dataDir,
      SECRET: 'a-secret-of-the-tests',
    }
    await restic('init')
  })
  afterAll(async () => {
    await uploads.app.close()
    await rm(folder, { recursive: true })
  })

  const restic = async (...args: string[]) =>
    (await exec('restic', args, { env, maxBuffer: 1e9, encoding: 'buffer' })).stdout
  const nightly = (more: Record<string, string> = {}) =>
    exec(join(folder, 'nightly'), [], { env: { ...env, ...more } })
  const snapshots = async (tag: string) =>
    JSON.parse(String(await restic('snapshots', '--json', '--tag', tag))) as object[]
  const stored = async () =>
    (JSON.parse(String(await restic('stats', '--json', '--mode', 'raw-data'))) as { total_size: number })
      .total_size

  test('each night is verified, holds only what is new, and is restored; a night that fails is not taken for a backup', async () => {
    for (let n = 0; n < 20; n += 1) await uploads.uploaded(keyOf(`凭证${n}`, 'png'), await png(400, 300))
    await nightly()
    expect([(await snapshots('pianzhang')).length, (await snapshots('unfinished')).length]).toEqual([1, 0])
    const first = await stored()
    await uploads.uploaded(keyOf('新', 'png'), uploads.picture)
    await nightly()
    expect((await snapshots('pianzhang')).length).toBeGreaterThanOrEqual(1)
    expect((await stored()) - first).toBeLessThan(first / 2)
    // Read back from the repository, so that it counts.
    const { data } = await runCommand(uploads.app, 'status')
    expect((data.backups as object[])[0]).toMatchObject({
      state: 'complete',
      target: '标准输出',
      verified: '',
      verified_at: expect.any(String),
    })

    const before = await snapshots('pianzhang')
    await expect(
      nightly({ DATABASE_URL: uploads.app.databaseUrl.replace(/\/[^/]*$/, '/none') }),
    ).rejects.toThrow()
    expect(await snapshots('pianzhang')).toEqual(before)

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
})
