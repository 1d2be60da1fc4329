import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Config } from '../../../src/platform/config.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { freePorts } from '../../machines/programs.ts'
import { runCommand, startCommandLine } from '../../processes/commands.ts'

// What every night runs, without restic; with it: restic.hard.test.ts.

/** A monitor as healthchecks.io is one, and the robot of a group. */
const monitor = { status: 200, asked: [] as string[] }
const stand = createServer((request, response) => {
  monitor.asked.push(`${request.method} ${request.url}`)
  response.writeHead(monitor.status).end('{}')
})
let app: TestApp
let folder: string
let url: string

beforeAll(async () => {
  app = await startTestApp()
  await app.company()
  folder = await mkdtemp(join(tmpdir(), 'pianzhang-daily-'))
  stand.listen(0, '127.0.0.1')
  await once(stand, 'listening')
  url = `http://127.0.0.1:${(stand.address() as AddressInfo).port}`
})
afterAll(async () => {
  stand.close()
  await app.close()
  await rm(folder, { recursive: true })
})

const night = (into: string, more: Partial<Config>) =>
  runCommand(
    { ...app, services: { ...app.services, config: { ...app.services.config, ...more } } },
    'backup:daily',
    { into: join(folder, into) },
  )
const last = async () =>
  await app.services.db.selectFrom('backups').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()

test('a good night is read back, and the monitor is told; a monitor that fails is named, and the backup is as good', async () => {
  const backupPing = new URL(`${url}/ping/one?rid=1`)
  expect(await night('good', { backupPing })).toMatchObject({ message: '备份完成' })
  expect(await last()).toMatchObject({ lacking: 0, verified: '', verified_at: expect.any(Date) })
  expect(monitor.asked.splice(0)).toEqual(['GET /ping/one?rid=1'])
  monitor.status = 500
  const { message, failed } = await night('silent', { backupPing })
  expect([message, failed]).toEqual(['BACKUP_PING_URL 没有通知到：回答 500\n备份完成', undefined])
  expect(monitor.asked.splice(0)).toHaveLength(3)
  monitor.status = 200
  const nobody = new URL(`http://127.0.0.1:${(await freePorts(1))[0]}/`)
  expect((await night('nobody', { backupPing: nobody })).message).toContain('ECONNREFUSED')
})

test('where restic is missing or has no password the backup stays, its copy is noted as failed, and no monitor is told', async () => {
  const { PATH, RESTIC_PASSWORD } = process.env
  const config = { backupRepository: join(folder, 'copies'), backupPing: new URL(url) }
  try {
    delete process.env.RESTIC_PASSWORD
    await expect(night('secret', config)).rejects.toThrow('异地备份失败：没有设置 restic 的密码')
    process.env.RESTIC_PASSWORD = 'of the tests'
    process.env.PATH = join(folder, 'nowhere')
    await expect(night('missing', config)).rejects.toThrow('异地备份失败：没有安装 restic')
  } finally {
    process.env.PATH = PATH
    delete process.env.RESTIC_PASSWORD
    if (RESTIC_PASSWORD) process.env.RESTIC_PASSWORD = RESTIC_PASSWORD
  }
  expect(await readdir(join(folder, 'missing'))).toHaveLength(1)
  expect(await last()).toMatchObject({
    failure: '',
    verified: '',
    copied_at: null,
    copy_failure: expect.stringContaining('没有安装 restic'),
  })
  expect(monitor.asked).toEqual([])
})

test('a folder that cannot be made is a failure that the database knows', async () => {
  await writeFile(join(folder, 'file'), '')
  await expect(night('file/below', {})).rejects.toThrow('ENOTDIR')
  expect(await last()).toMatchObject({ failure: expect.stringContaining('ENOTDIR') })
})

test('a night that failed is told by systemd, once with what the database knows, and as such without a database', async () => {
  const type = (settings: Record<string, string>) =>
    startCommandLine(app, ['backup:failed'], {
      ALERT_WEBHOOK: `${url}/robot`,
      BACKUP_PING_URL: `${url}/ping/one/`,
      ...settings,
    }).ended
  await app.services.db.updateTable('backups').set({ failure: '' }).execute()
  const away = { DATABASE_URL: '', DATA_DIR: join(folder, 'none') }
  for (const settings of [{}, away]) {
    expect(await type(settings)).toMatchObject({ status: 0, out: '已发出提醒\n' })
    expect(monitor.asked.splice(0)).toEqual(['GET /ping/one/fail', 'POST /robot'])
  }
  await app.services.db.updateTable('backups').set({ failure: '磁盘空间不足' }).execute()
  await type({})
  expect(monitor.asked.splice(0)).toEqual(['GET /ping/one/fail', 'POST /robot'])
  // By the servers' alerts it was told already.
  await type({})
  expect(monitor.asked.splice(0)).toEqual(['GET /ping/one/fail'])
  expect(await type({ ALERT_WEBHOOK: '' })).toMatchObject({ status: 0, out: '没有设置提醒\n' })
})
