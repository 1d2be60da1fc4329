import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest'
import { openDatabase, Pools } from '../../src/platform/database/database.ts'
import { seeded } from '../../src/start/demo/random.ts'
import { promised, Writer, written } from '../faults/writer.ts'
import { companyOn, type Owner } from '../harness/company-on.ts'
import { cloneDatabase } from '../harness/database.ts'
import { addPerson } from '../harness/harness.ts'
import { hold } from '../harness/hold.ts'
import { ask, expectTotalsTrue } from '../harness/recount.ts'
import { installed } from '../machines/programs.ts'
import { startServer } from '../processes/server-process.ts'
import { Colleague } from './colleague.ts'
import { Fleet, NAMES, type Name } from './fleet.ts'
import { Listener } from './listener.ts'
import { nextVersion, type Version } from './next-version.ts'

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
const COLLEAGUES = 3
const WRITERS = 2

const what = 'three servers behind HAProxy'
describe.skipIf(!installed(what, { haproxy: 'haproxy' }))(what, () => {
  let database: { url: string; drop(): Promise<void> }
  let fleet: Fleet
  let owner: Owner
  let next: Version
  let phones: string[]

  beforeAll(async () => {
    database = await cloneDatabase()
    next = await nextVersion()
    fleet = await Fleet.start({ databaseUrl: database.url, directUrl: database.url })
    owner = await companyOn(() => fleet.address, database.url)
    const pools = new Pools(database.url)
    const db = openDatabase(pools.open({ max: 1 }))
    const { company_id } = await db
      .selectFrom('projects')
      .select('company_id')
      .where('code', '=', owner.project)
      .executeTakeFirstOrThrow()
    const all = ['read', 'write', 'delete']
    const grants = { cost_execution: all, imprest: all, audit_log: ['read'] }
    for (let n = 0; n < COLLEAGUES; n += 1) await addPerson(db, company_id, grants, [owner.project])
    const people = await db.selectFrom('users').select('phone').where('role_id', 'is not', null).execute()
    phones = people.map(({ phone }) => phone)
    await pools.end()
  })
  afterAll(async () => {
    await fleet?.end()
    await database?.drop()
    if (next) rmSync(next.folder, { recursive: true, force: true })
  })

  /** Runs `roll` while people write; no call may fail. Returns the writers with what was acknowledged. */
  async function atWork(roll: () => Promise<void>): Promise<Writer[]> {
    onTestFailed(() => console.error(`SEED=${SEED}`))
    let over = false
    const writers = Array.from(
      { length: WRITERS },
      (_, n) => new Writer(owner, `${SEED}-${n}`, seeded(SEED + n)),
    )
    const site = { address: fleet.address, databaseUrl: database.url }
    const colleagues = phones.map((phone, n) => new Colleague(site, owner, phone, seeded(SEED + 100 + n)))
    const listeners = NAMES.map(() => new Listener(fleet.address, owner))
    for (const colleague of colleagues) await colleague.begin()
    const working = Promise.all([
      ...writers.map((writer) => writer.write(() => over)),
      ...colleagues.map(async (colleague) => {
        while (!over) await colleague.act()
      }),
    ])
    working.catch(() => undefined)
    try {
      await roll()
    } finally {
      // Also where it failed: they would go on for ever.
      over = true
    }
    await working
    const clients = [...writers, ...colleagues]
    console.log(`${clients.reduce((sum, { tally }) => sum + tally.answered, 0)} calls answered`)
    expect(colleagues.flatMap(({ losses }) => losses)).toEqual([])
    expect(writers.map(({ tally }) => tally.lost)).toEqual(writers.map(() => 0))
    for (const { servedBy } of listeners) expect(servedBy.length).toBeGreaterThan(1)
    await Promise.all(listeners.map((listener) => listener.end()))
    return writers
  }

  /** Stops the server as systemd does, and starts it again. */
  async function replace(name: Name, main?: string): Promise<void> {
    expect(await fleet.server(name).tell('SIGTERM')).toMatchObject({ status: 0 })
    await fleet.restart(name, main)
  }

  test('one after the other is replaced by the next version, which migrates under the old ones: no call fails', async () => {
    const writers = await atWork(async () => {
      // A reader's lock, as of a long export: the migration must not make other statements queue behind its own lock request.
      const reading = await hold(database.url, 'select from payments, sessions')
      const replacing = replace('a', next.main)
      await expect
        .poll(() => fleet.server('a').output(), { timeout: 60_000 })
        .toMatch(`数据库升级 ${next.migration} 在等待正在进行的读写`)
      await reading.release()
      await replacing
      // Restarted with the old version after the migration, as a supervisor does after a crash during the upgrade.
      await replace('b')
      await replace('b', next.main)
      // The new page loads its JavaScript from any server, also from the old one, which does not have this file.
      const codes = await Promise.all(NAMES.map(() => fetch(fleet.address + next.asset)))
      expect(codes.map(({ status }) => status)).toEqual([200, 200, 200])
      await replace('c', next.main)
    })
    expect(await written(database.url, owner.project)).toEqual(promised(writers))
    expect(await expectTotalsTrue(owner.who, database.url, owner.project)).toBeGreaterThan(0)
    expect(await ask(database.url, 'select name from migrations order by name desc limit 1')).toEqual([
      { name: next.migration },
    ])
    expect(await ask(database.url, 'select next_note from payments limit 1')).toEqual([{ next_note: '' }])
  })

  test('a version that the next one does not declare compatible is refused', async () => {
    await ask(database.url, `update migrations set compatible_from = '9001' where name = $1`, [
      next.migration,
    ])
    const old = startServer({ DATABASE_URL: database.url, SECRET: 'the-same-secret-of-all-servers' })
    expect(await old.ended).toBe(78)
    expect(old.output()).toBe(`数据库由更新的版本创建（${next.migration}），请使用新版本程序。\n`)
  })
})
