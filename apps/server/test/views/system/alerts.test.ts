import { once } from 'node:events'
import { createServer as createHttp } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Config } from '../../../src/platform/config.ts'
import { Readiness } from '../../../src/platform/readiness.ts'
import { Alerts } from '../../../src/views/system/alerts.ts'
import { systemState } from '../../../src/views/system/state.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { runCommand } from '../../processes/commands.ts'

/** What a robot got, and what it answers. */
const robot = { texts: [] as string[], answer: '{"errcode":0}' }
const webhook = createHttp(async (request, response) => {
  const body = (await json(request)) as {
    msgtype: string
    text: { content: string }
    content: { text: string }
  }
  expect(body.content.text).toBe(body.text.content)
  if (JSON.parse(robot.answer).errcode === 0) robot.texts.push(body.text.content)
  response.end(robot.answer)
})

let app: TestApp
let now: number
let alerts: Alerts
let works: boolean
let config: Config
/** One of several servers on the database. */
let server: (db?: TestApp['services']['db']) => Alerts

beforeAll(async () => {
  app = await startTestApp()
  await app.company()
  webhook.listen(0, '127.0.0.1')
  await once(webhook, 'listening')
})
afterAll(async () => {
  webhook.close()
  await app.close()
})
beforeEach(async () => {
  robot.texts = []
  robot.answer = '{"errcode":0}'
  now = Date.now()
  works = true
  await sql`delete from backups`.execute(app.services.db)
  await sql`delete from jobs where name like 'alert:%'`.execute(app.services.db)
  const readiness = new Readiness()
  const check = async () => {
    if (!works) throw new Error('away')
  }
  readiness.add({ name: 'database', title: '数据库', required: true, check })
  const { port } = webhook.address() as AddressInfo
  config = {
    ...app.services.config,
    alerts: { webhook: new URL(`http://127.0.0.1:${port}/`), mail: null },
  }
  server = (db = app.services.db) => new Alerts({ db, config, readiness, clock: () => new Date(now) })
  alerts = server()
})

const MINUTE = 60_000
const looked = async (ms: number) => {
  now += ms
  // The result of a check counts for half a second.
  await new Promise((resolve) => setTimeout(resolve, 600))
  await alerts.check()
}

test('a server that is not ready for five minutes is told of once, and once when it works again', async () => {
  works = false
  await looked(0)
  await looked(4 * MINUTE)
  expect(robot.texts).toEqual([])
  await looked(2 * MINUTE)
  await looked(MINUTE)
  expect(robot.texts).toEqual([expect.stringMatching(/^【片账】须处理：服务不可用已超过 5 分钟：数据库，/)])
  works = true
  await looked(MINUTE)
  await looked(MINUTE)
  expect(robot.texts.slice(1)).toEqual([expect.stringMatching(/^【片账】已恢复：服务不可用/)])
})

test('what lasts is told again after a day; a message that was refused is sent at the next look', async () => {
  await failed()
  robot.answer = '{"errcode":93000,"errmsg":"invalid webhook url"}'
  await looked(0)
  expect(robot.texts).toEqual([])
  robot.answer = '{"errcode":0}'
  await looked(MINUTE)
  await looked(23 * 60 * MINUTE)
  expect(robot.texts).toEqual([expect.stringContaining('须处理：最近一次备份失败：磁盘空间不足')])
  await looked(2 * 60 * MINUTE)
  expect(robot.texts).toHaveLength(2)
})

test('a backup that is older than two days is told of, and one that was never read back from another program does not count', async () => {
  const add = (target: string, days: number) =>
    sql`insert into backups (content, target, started_at, ended_at, lacking)
      values ('all', ${target}, ${new Date(now - days * 86_400_000)}, now(), 0)`.execute(app.services.db)
  await add('/backups/one', 3)
  await add('标准输出', 0)
  await looked(0)
  expect(robot.texts).toEqual([expect.stringMatching(/最近一次完整备份在 \d{4}-\d\d-\d\d，已超过 2 天/)])
  await add('/backups/two', 1)
  await looked(MINUTE)
  expect(robot.texts.slice(1)).toEqual([expect.stringContaining('已恢复')])
})

test('a data folder that cannot be read is told of, as are the other things', async () => {
  config.dataDir = '/nowhere/data'
  await failed()
  await server().check()
  expect(robot.texts).toEqual([
    expect.stringContaining('须处理：无法读取数据目录所在的磁盘'),
    expect.stringContaining('须处理：最近一次备份失败'),
  ])
  const state = await systemState({ ...app.services, config })
  expect(state.disk).toBeNull()
  expect(state.warnings).toContainEqual(expect.stringContaining('无法读取数据目录所在的磁盘'))
})

const failed = (at = now) =>
  sql`insert into backups (content, target, started_at, ended_at, failure)
    values ('all', '/b', ${new Date(at)}, ${new Date(at)}, '磁盘空间不足')`.execute(app.services.db)
const good = (daysAgo: number, more: { copied?: boolean; copyFailure?: string } = {}) => {
  const at = new Date(now - daysAgo * 86_400_000)
  return sql`insert into backups (content, target, started_at, ended_at, alive_at, lacking, copy_started_at, copied_at, copy_failure)
    values ('all', '/backups/one', ${at}, ${at}, ${at}, 0, ${'copied' in more ? at : null}, ${more.copied ? at : null},
      ${more.copyFailure ?? ''})`.execute(app.services.db)
}

test('of several servers one tells, once, also after all were restarted; and one that it is over', async () => {
  await failed()
  const all = [server(), server(), server()]
  await Promise.all(all.map((one) => one.check()))
  await server().check()
  expect(robot.texts).toEqual([expect.stringContaining('须处理：最近一次备份失败')])
  await good(0)
  await Promise.all([server(), ...all].map((one) => one.check()))
  await server().check()
  expect(robot.texts.slice(1)).toEqual([expect.stringContaining('已恢复：最近一次备份失败：磁盘空间不足')])
})

test('while the database is away nothing is called over, and a server remembers what it told itself', async () => {
  const pool = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
  const nobody = new Kysely<never>({
    dialect: new PostgresDialect({ pool }),
  }) as never as TestApp['services']['db']
  const { db } = app.services
  let isAway = false
  const get = (_: unknown, name: keyof typeof db) => {
    const found = (isAway ? nobody : db)[name]
    return typeof found === 'function' ? found.bind(isAway ? nobody : db) : found
  }
  alerts = server(new Proxy(db, { get } as never))
  await failed()
  await looked(0)
  isAway = true
  works = false
  await looked(MINUTE)
  await looked(6 * MINUTE)
  await looked(MINUTE)
  expect(robot.texts.slice(1)).toEqual([expect.stringContaining('服务不可用已超过 5 分钟')])
  isAway = false
  works = true
  await looked(MINUTE)
  await looked(MINUTE)
  expect(robot.texts.slice(2)).toEqual([expect.stringContaining('已恢复：服务不可用')])
  await nobody.destroy()
})

test('a backup that was killed is told of when nobody is at it any more, as one that failed', async () => {
  const started = (alive: number) =>
    sql`insert into backups (content, target, started_at, alive_at)
      values ('all', '/b', ${new Date(now - 60 * MINUTE)}, ${new Date(now - alive)})`.execute(app.services.db)
  await started(MINUTE)
  await looked(0)
  expect(robot.texts).toEqual([])
  await looked(6 * MINUTE)
  expect(robot.texts).toEqual([expect.stringContaining('须处理：最近一次备份失败：被中断')])
  expect((await systemState({ ...app.services, clock: () => new Date(now) })).backups[0]).toMatchObject({
    state: 'failed',
    failure: '被中断',
  })
})

test('off-site copies are told of where they are set: none, failed, interrupted, too old, though the backups are good', async () => {
  const warnings = async () => {
    const { warnings: found } = await systemState({ ...app.services, config, clock: () => new Date(now) })
    return found.filter((text) => text.includes('异地'))
  }
  await good(0)
  expect(await warnings()).toEqual([])
  config.backupRepository = '/backups/elsewhere'
  expect(await warnings()).toEqual([expect.stringContaining('还没有异地备份')])
  await looked(0)
  expect(robot.texts).toEqual([expect.stringContaining('还没有异地备份')])
  await good(3, { copied: true })
  expect(await warnings()).toEqual([expect.stringMatching(/最近一次异地备份在 \d{4}-\d\d-\d\d，已超过 2 天/)])
  await good(1, { copied: false })
  expect(await warnings()).toEqual([
    expect.stringContaining('最近一次异地备份失败：被中断'),
    expect.stringContaining('已超过 2 天'),
  ])
  await good(1, { copied: true })
  expect(await warnings()).toEqual([])
  await good(0.5, { copied: true, copyFailure: 'restic prune 失败' })
  expect(await warnings()).toEqual([expect.stringContaining('最近一次异地备份失败：restic prune 失败')])
  await good(0, { copied: true })
  expect(await warnings()).toEqual([])
})

/** A mail server that takes a message after a login, and keeps what it got. */
async function mailServer() {
  const got: string[] = []
  const serve = (socket: Socket) => {
    let data = false
    socket.write('220 mail ESMTP\r\n')
    socket.on('data', (chunk) => {
      got.push(chunk.toString())
      const text = chunk.toString()
      if (data) {
        if (text.endsWith('\r\n.\r\n')) {
          data = false
          socket.write('250 taken\r\n')
        }
      } else if (text.startsWith('EHLO')) socket.write('250-mail\r\n250 AUTH PLAIN\r\n')
      else if (text.startsWith('AUTH')) socket.write('235 in\r\n')
      else if (text.startsWith('DATA')) {
        data = true
        socket.write('354 go\r\n')
      } else if (text.startsWith('QUIT')) socket.end('221 bye\r\n')
      else socket.write('250 ok\r\n')
    })
    socket.on('error', () => undefined)
  }
  const server = createServer(serve).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { got, server }
}

test('alert:test sends by mail with the login of SMTP_URL, and says where what is missing', async () => {
  const { got, server } = await mailServer()
  const { port } = server.address() as AddressInfo
  const mail = {
    smtp: new URL(`smtp://books%40example.com:p%3Ass@127.0.0.1:${port}`),
    from: 'books@example.com',
    to: 'one@example.com,two@example.com',
  }
  const withAlerts = (alerts: Config['alerts']) => ({
    services: { ...app.services, config: { ...app.services.config, alerts } },
  })
  const done = await runCommand(withAlerts({ webhook: null, mail }), 'alert:test')
  expect(done.message).toBe('已发送测试提醒到 one@example.com,two@example.com')
  const all = got.join('')
  const login = /AUTH PLAIN (\S+)/.exec(all)?.[1] ?? ''
  expect(Buffer.from(login, 'base64').toString()).toBe('\0books@example.com\0p:ss')
  for (const words of ['RCPT TO:<one@example.com>', 'RCPT TO:<two@example.com>', 'From: books@example.com'])
    expect(all).toContain(words)
  server.close()
  // Where the mail does not go out, the robot is told, and not again at each look; the test names the mail.
  const { port: taking } = webhook.address() as AddressInfo
  config.alerts = { webhook: new URL(`http://127.0.0.1:${taking}/`), mail }
  await failed()
  await looked(0)
  await looked(MINUTE)
  expect(robot.texts).toHaveLength(1)
  await expect(runCommand(withAlerts(config.alerts), 'alert:test')).rejects.toThrow('ECONNREFUSED')
  await expect(runCommand(withAlerts({ webhook: null, mail: null }), 'alert:test')).rejects.toThrow(
    '没有设置提醒',
  )
  robot.answer = '{"errcode":93000}'
  const { port: robots } = webhook.address() as AddressInfo
  const refused = withAlerts({ webhook: new URL(`http://127.0.0.1:${robots}/`), mail: null })
  await expect(runCommand(refused, 'alert:test')).rejects.toThrow('ALERT_WEBHOOK 回答 200：{"errcode":93000}')
})
