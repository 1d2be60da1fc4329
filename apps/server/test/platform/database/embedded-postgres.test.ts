import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { canEnter } from '../../../src/platform/database/embedded-postgres/account.ts'
import { runningPostgres, startPostgres } from '../../../src/platform/database/embedded-postgres.ts'

const MODULE = fileURLToPath(new URL('../../../src/platform/database/embedded-postgres.ts', import.meta.url))
const NOBODY = { uid: 65534, gid: 65534 }
const asRoot = process.getuid?.() === 0
const FAST = { fsync: 'off' }

let dataDir: string
const running: { stop(): Promise<void> }[] = []
const children: ChildProcess[] = []

beforeEach(() => {
  // mkdtemp creates it with mode 0700, so the database's user cannot traverse it.
  dataDir = join(mkdtempSync(join(tmpdir(), 'pianzhang-pg-')), 'data')
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await Promise.all(running.splice(0).map((server) => server.stop()))
  const left = runningPostgres(dataDir)
  if (left) await killed(left.pid)
  rmSync(join(dataDir, '..'), { recursive: true, force: true, maxRetries: 10 })
})

async function start() {
  const server = await startPostgres({ dataDir, settings: FAST })
  running.push(server)
  return server
}

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  // A killed server rejects the query and emits this event; unhandled, it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

async function killed(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL')
  while (existsSync(`/proc/${pid}/cwd`)) await sleep(10)
}

/** Starts PostgreSQL in another Node process that keeps running; resolves with the first line it printed. */
async function startElsewhere(
  options: { uid?: number; gid?: number } = {},
  within: readonly string[] = [],
): Promise<{ child: ChildProcess; line: string }> {
  const code = `import { startPostgres } from ${JSON.stringify(MODULE)}
    try { const s = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, settings: { fsync: 'off' } })
      process.on('SIGTERM', () => s.stop().then(() => process.exit()))
      console.log(s.url); setInterval(() => {}, 1000) } catch (e) { console.log(e.message); process.exit(1) }`
  const [program = '', ...args] = [...within, process.execPath, '--input-type=module', '-e', code]
  const child = spawn(program, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: '/',
  })
  children.push(child)
  const line = await new Promise<string>((done, fail) => {
    child.stdout?.once('data', (bytes) => done(String(bytes).trim()))
    child.once('exit', (status) => fail(new Error(`${program} ended with status ${status}`)))
  })
  return { child, line }
}

describe('the embedded PostgreSQL', () => {
  test('keeps its data over a restart, on loopback, with a password, in UTF-8', async () => {
    const first = await start()
    await ask(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    await expect(ask(first.url, 'select 1')).rejects.toThrow()
    const second = await start()
    expect(await ask(second.url, 'select answer from kept')).toEqual([42])
    expect(await ask(second.url, 'show listen_addresses')).toEqual(['127.0.0.1'])
    expect(await ask(second.url, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
      false,
    ])
    await ask(second.url, 'create extension pg_trgm')
    expect(await ask(second.url, "select array_length(show_trgm('道具组'), 1) > 0")).toEqual([true])
    await expect(ask(second.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/)
    expect(statSync(join(dataDir, 'postgres/pianzhang.password')).mode & 0o777).toBe(0o600)
    // Of a user of its own: another daemon of `nobody` could read the data.
    for (const path of [`/proc/${second.pid}`, join(dataDir, 'postgres'), join(dataDir, 'postgres/base')])
      if (asRoot) expect([0, NOBODY.uid]).not.toContain(statSync(path).uid)
  })

  test("the server's role does not know the superuser's password; a folder of an earlier version keeps the one for both", async () => {
    const first = await start()
    const asSuperuser = async ({ url }: { url: string }) => {
      const [other, kept] = [new URL(url), new URL(url)]
      other.username = 'postgres'
      const code = (error: { code?: string }) => error.code ?? ''
      return [await ask(kept.href, 'select current_user'), await ask(other.href, 'select 1').catch(code)]
    }
    expect(await asSuperuser(first)).toEqual([['pianzhang'], '28P01'])
    // As an earlier version made it.
    const old = new URL(first.adminUrl).password
    await ask(first.adminUrl, `alter role pianzhang password '${old}'`)
    await first.stop()
    writeFileSync(join(dataDir, 'postgres/pianzhang.password'), `${old}\n`)
    expect((await asSuperuser(await start()))[0]).toEqual(['pianzhang'])
  })

  test('starts also where the clock is set back meanwhile', async () => {
    const real = Date.now
    // This process has read the clock before it was corrected by an hour, PostgreSQL after.
    const ahead = vi.spyOn(Date, 'now').mockImplementation(() => real() + 3600_000)
    try {
      expect(await ask((await start()).url, 'select 1')).toEqual([1])
    } finally {
      ahead.mockRestore()
    }
  })

  test('comes back on the same port when PostgreSQL is killed', async () => {
    const server = await start()
    await ask(server.url, 'create table kept as select 1 as one')
    const before = server.pid
    await killed(before)
    await expect.poll(() => ask(server.url, 'select one from kept').catch(() => null)).toEqual([1])
    expect(server.pid).not.toBe(before)
  })

  test('when PostgreSQL is killed, a statement under way ends as a lost connection, not as cancelled', async () => {
    const server = await start()
    const busy = ask(server.url, 'select count(*) from generate_series(1, 1000000000)')
    const code = busy.catch((error: pg.DatabaseError) => error.code)
    await expect
      .poll(() =>
        ask(
          server.adminUrl,
          "select count(*)::int4 from pg_stat_activity where query like '%generate_series%' and state = 'active'",
        ),
      )
      .toEqual([2])
    await killed(server.pid)
    expect(await code).toBe('57P01')
  })

  test('starts at once after PostgreSQL and Node were both killed', async () => {
    const { child, line } = await startElsewhere()
    await ask(line, 'create table kept as select 1 as one')
    // A busy backend outlives its postmaster for a while and holds the shared memory.
    const busy = ask(line, 'select count(*) from generate_series(1, 100000000)').catch(() => null)
    await sleep(200)
    const pid = runningPostgres(dataDir)?.pid ?? 0
    child.kill('SIGKILL')
    process.kill(pid, 'SIGKILL')
    const server = await start()
    expect(await ask(server.url, 'select one from kept')).toEqual([1])
    await busy
  })

  test('stops a PostgreSQL that a killed Node left running', async () => {
    const { child, line } = await startElsewhere()
    await ask(line, 'create table kept as select 1 as one')
    const left = runningPostgres(dataDir)?.pid ?? 0
    child.kill('SIGKILL')
    await sleep(100)
    expect(existsSync(`/proc/${left}/cwd`)).toBe(true)
    const server = await start()
    expect(existsSync(`/proc/${left}/cwd`)).toBe(false)
    expect(await ask(server.url, 'select one from kept')).toEqual([1])
  })

  test('refuses a second start on the same folder and leaves the first alone', async () => {
    const server = await start()
    await expect(startPostgres({ dataDir })).rejects.toThrow(/正在被另一个片账进程使用（进程号 \d+）/)
    const { line } = await startElsewhere()
    expect(line).toMatch(/正在被另一个片账进程使用/)
    expect(await ask(server.url, 'select 1')).toEqual([1])
    await server.stop()
    expect((await startElsewhere()).line).toMatch(/^postgres:/)
  })

  test('is not fooled by a recycled pid', async () => {
    await (await start()).stop()
    const stranger = spawn('sleep', ['60'], { ...(asRoot ? NOBODY : {}) })
    children.push(stranger)
    const file = join(dataDir, 'postgres/postmaster.pid')
    writeFileSync(file, `${stranger.pid}\n${dataDir}\n1\n5432\n\n127.0.0.1\n1 1\nready\n`)
    expect(runningPostgres(dataDir)).toBeNull()
    expect(await ask((await start()).url, 'select 1')).toEqual([1])
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
  })

  test('repairs an interrupted initdb', async () => {
    const code = `import(${JSON.stringify(MODULE)}).then(m => m.startPostgres({ dataDir: ${JSON.stringify(dataDir)} }))`
    const child = spawn(process.execPath, ['-e', code])
    children.push(child)
    while (!existsSync(dataDir) || !readdirSync(dataDir).some((name) => name.startsWith('postgres.new-')))
      await sleep(5)
    await sleep(100)
    child.kill('SIGKILL')
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    expect(await ask((await start()).url, 'select 1')).toEqual([1])
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'))).toEqual([])
  })

  test.runIf(asRoot)('keeps the owner of a cluster that an earlier version made for `nobody`', async () => {
    const first = await start()
    await ask(first.url, 'create table kept as select 1 as one')
    await first.stop()
    spawnSync('chown', ['-R', `${NOBODY.uid}:${NOBODY.gid}`, join(dataDir, 'postgres')])
    const second = await start()
    expect(await ask(second.url, 'select one from kept')).toEqual([1])
    expect(statSync(`/proc/${second.pid}`).uid).toBe(NOBODY.uid)
  })

  test.runIf(asRoot)(
    'joins in parallel where /dev/shm is as small as in a container of Docker',
    async ({ skip }) => {
      const within = ['-m', 'sh', '-c', 'mount -t tmpfs -o size=8m tmpfs /dev/shm && exec "$@"', 'sh']
      const { status, stderr } = spawnSync('unshare', [...within, 'true'], { encoding: 'utf8' })
      if (status !== 0) {
        console.warn(`SKIPPED: a small /dev/shm: this machine lets nothing be mounted: ${stderr}`)
        return skip()
      }
      const { line } = await startElsewhere({}, ['unshare', ...within])
      const parallel = `set max_parallel_workers_per_gather = 2; set parallel_setup_cost = 0; set parallel_tuple_cost = 0;
      set min_parallel_table_scan_size = 0; set enable_parallel_hash = on; set work_mem = '64MB';
      create table many as select n from generate_series(1, 500000) n; analyze many;
      select count(*)::int4 from many a join many b using (n)`
      const client = new pg.Client({ connectionString: line })
      await client.connect()
      const results = (await client.query(parallel)) as unknown as pg.QueryResult[]
      expect(results.at(-1)?.rows).toEqual([{ count: 500_000 }])
      await client.end()
    },
  )

  test.runIf(asRoot)('can use a cluster that root copied', async () => {
    await (await start()).stop()
    const copy = `${dataDir}-copy`
    cpSync(dataDir, copy, { recursive: true })
    chmodSync(join(copy, 'postgres'), 0o755)
    dataDir = copy
    expect(await ask((await start()).url, 'select 1')).toEqual([1])
  })

  test.runIf(asRoot && [process.execPath, MODULE].every((file) => canEnter(NOBODY, dirname(file))))(
    'runs as an ordinary user',
    async () => {
      const folder = join(dataDir, '..')
      mkdirSync(dataDir)
      for (const path of [folder, dataDir]) chownSync(path, NOBODY.uid, NOBODY.gid)
      const first = await startElsewhere(NOBODY)
      await ask(first.line, 'create table kept as select 1 as one')
      first.child.kill('SIGTERM')
      await new Promise((done) => first.child.once('exit', done))
      const second = await startElsewhere(NOBODY)
      expect(await ask(second.line, 'select one from kept')).toEqual([1])
      second.child.kill('SIGKILL')
      await sleep(50)
      expect((await startElsewhere(NOBODY)).line).toMatch(/^postgres:/)
    },
  )
})
