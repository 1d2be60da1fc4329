import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { moveDatabase } from '../../src/operator/backup/move-database.ts'
import { readPasswords } from '../../src/platform/database/embedded-postgres/cluster.ts'
import { readPostmaster } from '../../src/platform/database/embedded-postgres/leftover-processes.ts'
import { seeded } from '../../src/start/demo/random.ts'
import { png } from '../base/attachments/helpers.ts'
import { companyOn, type Owner } from '../harness/company-on.ts'
import { cloneDatabase } from '../harness/database.ts'
import { ask, expectTotalsTrue } from '../harness/recount.ts'
import { type SmallDisk, startOnSmallDisk, whyNoSmallDisk } from '../machines/small-disk.ts'
import { s3Env, startS3 } from '../platform/storage/s3.ts'
import { startCommandLine } from '../processes/commands.ts'
import { endServers } from '../processes/server-process.ts'

const MB = 1024 * 1024
const WHY_NOT = whyNoSmallDisk()
if (WHY_NOT)
  console.error(`SKIPPED: the tests of a full disk need a mount namespace (unshare), and here: ${WHY_NOT}`)

let disk: SmallDisk | undefined
const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  await disk?.end()
  disk = undefined
  await endServers()
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

describe.skipIf(WHY_NOT !== null)('a full disk', () => {
  test('under the uploads: 507 with a message, failed uploads leave nothing, and uploads work again once there is room', async () => {
    const database = await cloneDatabase()
    cleanUps.push(database.drop)
    disk = await startOnSmallDisk({ DATABASE_URL: database.url, SECRET: 'a-secret-of-the-tests' }, 24)
    const { server, folder, fill, makeRoom } = disk
    const address = await server.ready()
    const owner = await companyOn(() => address, database.url)
    const rows = async () => (await ask(database.url, 'select id from attachments')).length
    const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5 * MB, 'x')])
    const picture = await png(700, 500)
    const send = (extension: string, bytes: Buffer) => upload(owner, extension, bytes)
    const full = { status: 507, code: 507, msg: '存储空间不足，请稍后重试或联系管理员', again: '60' }
    expect(await send('png', picture)).toMatchObject({ code: 0 })
    /** Polls: a file process that starts meanwhile creates an empty temp file and removes it again (`fileTime`, platform/storage/temps.ts). */
    const expectOneUpload = async () => {
      expect(await rows()).toBe(1)
      await expect.poll(() => sizesIn(folder)).toHaveLength(2)
    }
    await expectOneUpload()
    // Too little room for the file; for its thumbnail; for a directory entry.
    for (const [leave, extension, bytes] of [
      [MB, 'pdf', pdf],
      [picture.length + 12 * 1024, 'png', picture],
      [0, 'png', picture],
    ] as const) {
      fill(leave)
      expect([leave, await send(extension, bytes)]).toEqual([leave, full])
      makeRoom()
      await expectOneUpload()
    }
    fill(0)
    // Other requests still work.
    expect(
      await owner.who.post('/cost_executions', {
        pay_at: '2026-11-21',
        payer: '甲',
        cost_execution_details: [{ ...owner.line, pay_amount: '1.00' }],
      }),
    ).toMatchObject({ code: 0 })
    makeRoom()
    expect(await send('pdf', pdf)).toMatchObject({ code: 0 })
    expect(await send('png', picture)).toMatchObject({ code: 0 })
  })

  test('under the target of a move of files: it ends with a message, what it copied stays, and it goes on once there is room', async () => {
    const s3 = await startS3()
    const database = await cloneDatabase()
    cleanUps.push(s3.close, database.drop)
    const settings = { ...s3Env(s3.address), STORAGE_UPLOAD: 'server', SECRET: 'a-secret-of-the-tests' }
    disk = await startOnSmallDisk({ ...settings, DATABASE_URL: database.url }, 24)
    const { server, folder, fill, makeRoom } = disk
    const address = await server.ready()
    const owner = await companyOn(() => address, database.url)
    for (let file = 0; file < 8; file += 1) {
      const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(MB, `${file}`)])
      expect(await upload(owner, 'pdf', pdf)).toMatchObject({ code: 0 })
    }
    expect(s3.files.size).toBe(8)
    const app = { databaseUrl: database.url, services: { config: { dataDir: folder } } }
    const move = async () =>
      await startCommandLine(app, ['storage:move', '--from', 's3', '--to', 'local', '--json'], settings).ended
    fill(6.5 * MB)
    const refused = await move()
    expect(refused).toMatchObject({ status: 1 })
    expect(refused.err).toContain('磁盘空间不足，请腾出空间后重新运行（')
    const there = sizesIn(folder)
    // Whole files only, and no temporary one is left.
    expect(there.length).toBeGreaterThan(0)
    expect(there.length).toBeLessThan(7)
    expect(there.every((size) => size === MB + 9)).toBe(true)
    makeRoom()
    const { status, out, err } = await move()
    expect(status, out + err).toBe(0)
    expect(JSON.parse(out.trim().split('\n').at(-1) ?? '')).toEqual({
      copied: 8 - there.length,
      present: there.length,
      lacking: 0,
    })
    expect(sizesIn(folder)).toEqual(Array.from({ length: 8 }, () => MB + 9))
  })

  test('under the database that another one is moved to: nothing of it stays, and the same move succeeds once there is room', async () => {
    const source = await cloneDatabase()
    cleanUps.push(source.drop)
    await ask(
      source.url,
      `insert into companies (code, name, granted_count) values ('one', '公司', 1);
       insert into audit_logs (company_id, created_at, user_name, action, resource, code, label, address, request_id)
         select 1, now(), '林岚', 'update', 'project', 'one', repeat(md5(n::text), 10), '', '' from generate_series(1, 60000) n`,
    )
    const before = await ask(source.url, 'select count(*)::int4 as n, sum(id)::int8 as ids from audit_logs')
    disk = await startOnSmallDisk({ DEMO: '0' }, 320)
    const { server, folder, fill, makeRoom } = disk
    await server.ready()
    const rows = () => ask(urlOf(folder), 'select from companies union all select from audit_logs')
    fill(12 * MB)
    await expect(moveDatabase(source.url, urlOf(folder))).rejects.toThrow(
      /^没有搬移，原来的数据库没有改动。排除原因后用同一条命令重新运行：/,
    )
    makeRoom()
    await expect.poll(async () => await rows().catch(() => null), { timeout: 90_000 }).toEqual([])
    expect(await moveDatabase(source.url, urlOf(folder))).toMatchObject({ rows: 60_001 })
    expect(await rows()).toHaveLength(60_001)
    expect(await ask(source.url, 'select count(*)::int4 as n, sum(id)::int8 as ids from audit_logs')).toEqual(
      before,
    )
  })

  test('under the database: refused with a message, everything acknowledged is kept, and writes work again once there is room', async () => {
    disk = await startOnSmallDisk({ DEMO: '0' }, 320)
    const { server, folder, fill, makeRoom } = disk
    const address = await server.ready()
    const databaseUrl = urlOf(folder)
    const owner = await companyOn(() => address, databaseUrl)
    const acknowledged: string[] = []
    let made = 0
    const create = async () => {
      made += 1
      const payer = `payment ${made}`
      const answer = await owner.who.post('/cost_executions', bodyOf(owner, payer), {
        'idempotency-key': payer,
      })
      if (answer.code === 0) acknowledged.push(payer)
      return answer
    }
    for (let time = 0; time < 5; time += 1) expect(await create()).toMatchObject({ code: 0 })
    fill(3 * MB)
    const refusals = []
    for (let time = 0; time < 400 && refusals.length < 20; time += 1) {
      const answer = await create()
      if (answer.code !== 0) {
        refusals.push(`${answer.status} ${answer.msg}`)
        await sleep(200)
      }
    }
    expect(refusals).toHaveLength(20)
    for (const refusal of refusals)
      expect(['507 存储空间不足，请稍后重试或联系管理员', '503 服务暂时不可用，请稍后重试']).toContain(
        refusal,
      )
    // The server itself still answers, whatever state the database is in.
    expect((await fetch(`${address}/api/common/health`)).status).toBeLessThanOrEqual(503)
    makeRoom()
    await expect.poll(async () => (await create()).code, { timeout: 90_000, interval: 500 }).toBe(0)
    const rows = await ask<{ payer: string }>(databaseUrl, 'select payer from payments order by id')
    const written = rows.map((row) => row.payer)
    expect(new Set(written).size).toBe(written.length)
    expect(acknowledged.filter((payer) => !written.includes(payer))).toEqual([])
    // A write that was refused and then repeated is there once.
    for (let again = 1; again <= made; again += 1) {
      const payer = `payment ${again}`
      const body = bodyOf(owner, payer)
      expect(await owner.who.post('/cost_executions', body, { 'idempotency-key': payer })).toMatchObject({
        code: 0,
      })
    }
    const [count] = await ask<{ n: number }>(databaseUrl, 'select count(*)::int4 as n from payments')
    expect(count?.n).toBe(made)
    await expectTotalsTrue(owner.who, databaseUrl, owner.project)
  })
})

/** Uploads a file through the server, as the page does. */
async function upload({ who }: Owner, extension: string, bytes: Buffer) {
  const key = `manager/attachments/凭证-1763700000000.${extension}`
  const { data } = await who.post('/api/common/qinius', { key })
  const form = new FormData()
  form.set('token', data.token)
  form.set('key', key)
  form.set('file', new Blob([new Uint8Array(bytes)]), 'x')
  const response = await fetch(data.upload_url, { method: 'POST', body: form })
  const { code, msg } = (await response.json()) as { code: number; msg: string }
  return { status: response.status, code, msg, again: response.headers.get('retry-after') }
}

/** The sizes of all stored and temporary files of a data folder, in bytes. */
const sizesIn = (dataDir: string): number[] =>
  readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size)

/** A large payment, deterministic for its payer. */
function bodyOf(owner: Owner, payer: string) {
  const random = seeded(payer.length * 1000 + Number(payer.replace(/\D/g, '')))
  const remark = () => Array.from({ length: 60 }, () => random.int(1e8, 1e9).toString(36)).join(' ')
  return {
    pay_at: '2026-11-21',
    payer,
    cost_execution_details: Array.from({ length: 100 }, () => ({
      ...owner.line,
      pay_amount: '1.00',
      remark: remark(),
    })),
  }
}

/** The embedded database of a server in another mount namespace. */
function urlOf(folder: string): string {
  const cluster = join(folder, 'postgres')
  const { port } = readPostmaster(cluster) ?? {}
  return `postgres://pianzhang:${readPasswords(cluster).role}@127.0.0.1:${port}/pianzhang`
}
