import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countAll, differences } from '../../../src/operator/spread/recount.ts'
import { migrate } from '../../../src/platform/database/migrations/migrate.ts'
import { ensureDemo } from '../../../src/start/demo/ensure.ts'
import { expectSumsTrue } from '../../books/payments/sums.ts'
import { withClient } from '../../harness/client.ts'
import { cloneDatabase } from '../../harness/database.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { hold } from '../../harness/hold.ts'
import { citusDatabase, on, whyNoCitus } from '../../machines/citus.ts'
import { answersOf, lasting } from '../../openapi/answers.ts'
import { runCommand } from '../../processes/commands.ts'
import { endServers, startServer } from '../../processes/server-process.ts'

const WHY_NOT = whyNoCitus()

const counted = (url: string) => withClient(url, countAll)

/** Triggers, keys and indexes of the tables. */
const shape = (url: string) =>
  on(
    url,
    `select conrelid::regclass::text as at, conname::text as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where connamespace = 'public'::regnamespace
     union all select tgrelid::regclass::text, tgname::text, pg_get_triggerdef(oid) from pg_trigger t
       where not tgisinternal and exists (select from pg_class c where c.oid = t.tgrelid and c.relnamespace = 'public'::regnamespace)
     union all select proname::text, '', md5(prosrc) from pg_proc
       where pronamespace = 'public'::regnamespace and probin is null order by 1, 2, 3`,
  )

describe.skipIf(WHY_NOT !== null)('npm run admin -- spread', () => {
  let database: Awaited<ReturnType<typeof citusDatabase>>
  let app: TestApp
  beforeAll(async () => {
    database = await citusDatabase()
    await migrate(database.url)
    app = await startTestApp({}, { database })
    await ensureDemo(app.services)
  })
  afterAll(async () => await app?.close())

  const run = (name: string, databaseUrl = database.url, served = false, values = {}, config = {}) => {
    const services = { ...app.services, config: { ...app.services.config, ...config } }
    return runCommand({ services, databaseUrl, served: async () => served }, name, values)
  }
  const spread = (databaseUrl?: string, served?: boolean) =>
    run('spread', databaseUrl, served, { shards: '4' })

  test('is refused, and changes nothing, without the extension, while a server runs, while somebody writes, and where Citus refuses a table', async () => {
    const plain = await cloneDatabase()
    await expect(spread(plain.url)).rejects.toThrow('没有扩展 citus')
    await plain.drop()
    await expect(spread(database.url, true)).rejects.toThrow('服务正在运行')
    const replica = { databaseReadUrl: database.url }
    await expect(run('spread', database.url, false, {}, replica)).rejects.toThrow('DATABASE_READ_URL')

    const before = { shape: await shape(database.url), rows: await counted(database.url) }
    const writer = await hold(database.url, 'lock table companies in row exclusive mode')
    await expect(spread()).rejects.toThrow('有人正在使用数据库')
    await writer.release()
    await on(database.url, 'create unique index without_project on imports (code)')
    await expect(spread()).rejects.toThrow(/未能分布，未作更改：.*imports/)
    await on(database.url, 'drop index without_project')
    expect({ shape: await shape(database.url), rows: await counted(database.url) }).toEqual(before)
  })

  test('keeps every row, and every page answers what it answered before', async () => {
    const first = await answersOf(app)
    const again = await answersOf(app)
    const compared = lasting(first, again)
    expect(compared.length).toBeGreaterThan(60)
    const before = await counted(database.url)
    const done = await spread()
    expect(done.message).toMatch(/^已将 3 个项目的 \d+ 张表、\d+ 行数据分布到 2 个工作节点/)
    expect(differences(before, await counted(database.url))).toEqual([])
    // The coordinator's own tables are empty.
    const [local] = await on(
      database.url,
      `select sum(pg_relation_size(logicalrelid))::int as bytes from pg_dist_partition where partmethod = 'h'`,
    )
    expect(local).toEqual({ bytes: 0 })
    const after = await answersOf(app)
    for (const path of compared) expect([path, after[path]]).toEqual([path, again[path]])
    await expect(spread()).rejects.toThrow('数据已分布')
  })

  test('check finds nothing, sums:rebuild corrects nothing but a sum that is wrong', async () => {
    const { db } = app.services
    const projects = await db.selectFrom('projects').select('id').orderBy('id').execute()
    const sums: number[] = []
    for (const { id } of projects) sums.push(await expectSumsTrue(db, id))
    expect(Math.max(...sums)).toBeGreaterThan(100)

    expect(await run('check')).toMatchObject({ failed: false, data: { projects: 3 } })
    expect((await run('sums:rebuild')).data.corrected).toEqual({})
    const running = projects[sums.indexOf(Math.max(...sums))]?.id as bigint
    await sql`update project_totals set amount = amount + 1
      where project_id = ${running} and dimension = 'payer' and voucher_category = -1`.execute(db)
    expect(await run('check')).toMatchObject({ failed: true })
    expect(Object.keys((await run('sums:rebuild')).data.corrected as object)).toHaveLength(1)
    expect(await run('check')).toMatchObject({ failed: false })
  })

  test('a server with DATABASE_READ_URL is refused at its start, one without starts', async () => {
    const settings = { DATABASE_URL: database.url, SECRET: 'a-secret-of-the-tests', DEMO: '0' }
    const refused = startServer({ ...settings, DATABASE_READ_URL: database.url })
    expect(await refused.ended).toBe(78)
    expect(refused.output()).toMatch(/不能使用只读副本.*请删除环境变量 DATABASE_READ_URL/)
    await startServer(settings).ready()
    await endServers()
  })
})
