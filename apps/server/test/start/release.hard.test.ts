import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { programsBelow } from '../../src/platform/database/embedded-postgres/leftover.ts'
import { withClient } from '../harness/client.ts'
import { cloneDatabase } from '../harness/database.ts'
import { COMPANY_CREATE, savePayment, signIn, total } from '../harness/first-company.ts'
import { freePorts } from '../machines/programs.ts'
import { bootMachine, canBoot } from '../machines/systemd.ts'
import { s3Env, startS3 } from '../platform/storage/s3.ts'
import { documentedCommand, documentedWords } from '../processes/documented.ts'
import { endServers, startServer, tempFolder } from '../processes/server-process.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
/** The only programs on PATH, those of the start script, so that no Node or npm of this machine is used. */
const TOOLS = ['dirname', 'readlink', 'cat', 'sha256sum']

let folder: string
/** The unpacked release, and an environment as bare as a machine can be. */
let release: string
let bare: Record<string, string>
const inRelease = (path: string) => join(release, path)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pianzhang-bare-'))
  chmodSync(folder, 0o755)
  // The Node that runs this test may be of the lock file's packages, without npm.
  run(process.execPath, [join(ROOT, 'scripts/release.mjs'), '--to', join(folder, 'out')], process.env)
  const archive = readdirSync(join(folder, 'out')).find((name) => name.endsWith('.tar.gz')) ?? ''
  run('sha256sum', ['--check', `${archive}.sha256`], process.env, join(folder, 'out'))
  mkdirSync(join(folder, 'srv/某 处'), { recursive: true })
  run('tar', ['-xzf', join(folder, 'out', archive), '-C', join(folder, 'srv/某 处')], process.env)
  release = join(folder, 'srv/某 处', archive.replace('.tar.gz', ''))
  const tools = join(folder, 'tools')
  mkdirSync(tools)
  for (const tool of TOOLS) symlinkSync(`/usr/bin/${tool}`, join(tools, tool))
  bare = { PATH: tools, HOME: '' }
}, 600_000)
afterEach(endServers)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(program: string, args: string[], env: NodeJS.ProcessEnv, cwd = '/'): string {
  return execFileSync(program, args, { env, cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Runs an operator's command of the release; returns its JSON. */
function admin(dataDir: string, ...args: string[]) {
  const output = run(inRelease('pianzhang'), ['admin', ...args, '--json'], { ...bare, DATA_DIR: dataDir })
  return JSON.parse(output.trim().split('\n').at(-1) ?? '')
}

const start = (dataDir: string, env: Record<string, string> = {}) =>
  startServer(
    // The captcha that a test can read is refused in production.
    { ...bare, NODE_ENV: 'test', CAPTCHA_FIXED: '7K3P', ...env },
    dataDir,
    [],
    [inRelease('pianzhang'), 'start'],
  )

/** What a server in production must be told of its operator, as docs/运维/安装.md says. */
const SITE = () => ({ SITE: inRelease('docs/examples/site.json') })

test('it holds what it says, and nothing of the machine that made it', () => {
  expect(run(inRelease('pianzhang'), ['verify'], bare)).toBe('')
  expect(run(inRelease('pianzhang'), ['version'], bare)).toMatch(
    /^version 0\.1\.0\ncommit \S+\ndate \S+\nplatform linux-\w+\nnode 24\.\S+\npostgresql 18\.\S+\nmigration \d{4}_\w+\.sql\n$/,
  )
  for (const name of ['react', 'vite', 'typescript', 'vitest', '@biomejs', 'npm'])
    expect(readdirSync(inRelease('node_modules')), name).not.toContain(name)
  const licences = readFileSync(inRelease('LICENSES.txt'), 'utf8')
  for (const name of ['PostgreSQL: ', 'node-linux-', 'fastify 5', 'react 19', 'antd 6', 'echarts 6'])
    expect(licences).toContain(name)
  const registry = new URL(run('npm', ['config', 'get', 'registry'], process.env).trim()).host
  // Short words are left out, as they occur in binary files by chance.
  const own = [ROOT, 'pianzhang-release-', hostname(), registry === 'registry.npmjs.org' ? '' : registry]
  const words = own.filter((word) => word.length > 7)
  const found = readdirSync(release, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name)
      const content = readFileSync(path)
      return words.filter((word) => content.includes(word)).map((word) => `${path}: ${word}`)
    })
  expect(found).toEqual([])
  const tests = readdirSync(inRelease('apps/server/src'), { recursive: true }).map(String)
  expect(tests.filter((path) => /test/.test(path))).toEqual([])
})

test('on a bare machine it starts, survives a kill, is backed up and restored, and stops', async () => {
  const dataDir = tempFolder()
  const server = start(dataDir)
  await server.ready()
  admin(dataDir, ...COMPANY_CREATE)
  await savePayment(await signIn(await server.ready()), '12.34')
  expect((await server.tell('SIGKILL')).status).toBeNull()

  const again = start(dataDir)
  const who = await signIn(await again.ready())
  expect(await total(who)).toBe('12.34')
  await savePayment(who, '0.66')
  const health = (port: string) =>
    spawnSync(inRelease('pianzhang'), ['health'], { env: { ...bare, PORT: port } })
  expect(health(new URL(await again.ready()).port).status).toBe(0)
  expect(health('1').status).not.toBe(0)

  // The backup is made beside the running server, the restore goes into an empty folder without a server.
  const file = join(folder, 'firm.backup')
  const made = admin(dataDir, 'backup', '--to', file)
  const other = tempFolder()
  expect(admin(other, 'restore', '--from', file)).toMatchObject({ rows: made.rows })
  expect(await again.tell('SIGTERM')).toMatchObject({ status: 0 })
  expect(programsBelow(dataDir)).toEqual([])

  const restored = start(other)
  expect(await total(await signIn(await restored.ready()))).toBe('13.00')
  expect(await restored.tell('SIGTERM')).toMatchObject({ status: 0 })
})

test('started without settings it has no demo, no readable captcha, and its data beside it', async () => {
  const output = spawnSync(inRelease('pianzhang'), ['start'], {
    env: { ...bare, CAPTCHA_FIXED: '7K3P' },
    encoding: 'utf8',
  })
  expect(output).toMatchObject({ status: 1, stderr: expect.stringMatching(/CAPTCHA_FIXED 只用于测试/) })
  const beside = join(release, '../pianzhang-data')
  const server = startServer(
    { ...bare, ...SITE(), DATA_DIR: '' },
    beside,
    [],
    [inRelease('pianzhang'), 'start'],
  )
  await server.ready()
  expect(readdirSync(beside)).toContain('postgres')
  expect(server.output()).not.toMatch(/演示账号|沙箱/)
  expect(await server.tell('SIGTERM')).toMatchObject({ status: 0 })
  expect(run(inRelease('pianzhang'), ['admin', '--help'], bare)).toContain(
    `用法：${inRelease('pianzhang')} admin <命令>`,
  )
})

/** The settings of the unit; a name may occur several times. */
function unitSettings(): Map<string, string[]> {
  const lines = readFileSync(inRelease('pianzhang.service'), 'utf8').split('\n')
  const pairs = lines
    .filter((line) => /^\w+=/.test(line))
    .map((line) => [line.split('=', 1)[0] ?? '', line.replace(/^\w+=/, '')] as const)
  return new Map(
    [...Map.groupBy(pairs, ([name]) => name)].map(([name, all]) => [name, all.map(([, value]) => value)]),
  )
}

test('the systemd unit is valid, and its command runs as another user without rights', async () => {
  const unit = unitSettings()
  const at = join(folder, 'pianzhang.service')
  writeFileSync(
    at,
    readFileSync(inRelease('pianzhang.service'), 'utf8').replaceAll('/opt/pianzhang/pianzhang', '/bin/true'),
  )
  const systemd = spawnSync('systemd-analyze', ['verify', at], { encoding: 'utf8' })
  if (systemd.error)
    console.warn('SKIPPED: systemd-analyze is missing (Debian package systemd): the unit was not verified')
  else expect(systemd).toMatchObject({ status: 0, stderr: '' })
  // Longer than the server's own deadline: 15 s after the longest STOP_DELAY.
  expect(Number(unit.get('TimeoutStopSec')?.[0])).toBeGreaterThan(75)
  if (process.getuid?.() !== 0)
    return console.warn('SKIPPED: only root can start the command as another user')

  const [command = ''] = unit.get('ExecStart') ?? []
  expect(command).toBe('/opt/pianzhang/pianzhang start')
  const environment = Object.fromEntries(
    (unit.get('Environment')?.[0] ?? '').split(' ').map((pair) => pair.split('=') as [string, string]),
  )
  const dataDir = tempFolder()
  execFileSync('chown', ['65534:65534', dataDir])
  const user = [
    'setpriv',
    '--reuid=65534',
    '--regid=65534',
    '--clear-groups',
    '--no-new-privs',
    '--bounding-set=-all',
  ]
  const server = startServer(
    { ...environment, ...SITE(), PATH: process.env.PATH ?? '', HOME: '', PORT: '0', DATA_DIR: dataDir },
    dataDir,
    user,
    [inRelease('pianzhang'), 'start'],
  )
  await server.ready()
  expect(readFileSync(`/proc/${server.child.pid}/status`, 'utf8')).toMatch(
    /Uid:\s+65534[\s\S]*CapEff:\s+0000000000000000[\s\S]*NoNewPrivs:\s+1/,
  )
  expect(await server.tell('SIGTERM')).toMatchObject({ status: 0 })
  expect(programsBelow(dataDir)).toEqual([])
  // The server wrote into its data folder only.
  expect(run(inRelease('pianzhang'), ['verify'], bare)).toBe('')
})

test("the documented command works on the database and the storage of the unit's environment file", async () => {
  const database = await cloneDatabase()
  const s3 = await startS3()
  const file = { DATABASE_URL: database.url, SECRET: 'a-secret-of-the-tests', ...s3Env(s3.address) }
  const { properties, env, program } = documentedCommand()
  expect([program, env]).toEqual(['/opt/pianzhang/pianzhang', { DATA_DIR: '/var/lib/pianzhang' }])
  const dataDir = tempFolder()
  // What systemd does with the line, with this test's paths in the place of the documented ones.
  const read = properties.EnvironmentFile === '-/etc/pianzhang.env' ? file : {}
  const type = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)(inRelease('pianzhang'), ['admin', ...args], {
      env: { ...bare, DATA_DIR: dataDir, ...read },
    })
    return stdout
  }
  const { host, pathname } = new URL(database.url)
  const where = `数据库：${host}${pathname}；文件存储：S3 pictures`
  expect(await type(...COMPANY_CREATE)).toContain(where)
  await withClient(database.url, async (client) =>
    expect((await client.query('select name from companies')).rows).toEqual([{ name: '甲影业' }]),
  )
  expect(await type('backup', '--to', join(dataDir, 'all.backup'))).toMatch(
    /已备份 [1-9]\d* 行数据、0 个文件到/,
  )
  expect(readdirSync(dataDir)).not.toContain('postgres')
  await s3.close()
  await database.drop()
})

test('a command in the unpacked folder, whose default folder has no database, is refused and makes none', () => {
  const parent = join(release, '..')
  rmSync(join(parent, 'pianzhang-data'), { recursive: true, force: true })
  const file = join(folder, 'empty.backup')
  const ended = spawnSync(inRelease('pianzhang'), ['admin', 'backup', '--to', file], {
    env: bare,
    encoding: 'utf8',
  })
  expect(ended).toMatchObject({ status: 1, stdout: '' })
  expect(ended.stderr).toContain(`数据目录 ${parent}/pianzhang-data 中没有片账的数据库`)
  expect([existsSync(join(parent, 'pianzhang-data')), existsSync(file)]).toEqual([false, false])
})

/** An operator's command for a server of systemd. */
const OPERATOR = documentedWords()

test('under a systemd it works in its sandbox, comes back after a kill, ends in order, and is upgraded', async (context) => {
  // `canBoot` has printed what is missing.
  if (!canBoot('the unit under a systemd', folder)) return context.skip()
  const [port = 0] = await freePorts(1)
  const address = `http://127.0.0.1:${port}`
  const isReady = async () => {
    const answer = await fetch(`${address}/api/common/ready`).catch(() => null)
    return answer?.status ?? 0
  }
  const ready = () => vi.waitFor(async () => expect(await isReady()).toBe(200), { timeout: 60_000 })
  const settings = `PORT=${port}\nNODE_ENV=test\nCAPTCHA_FIXED=7K3P\nSTOP_DELAY=2\n`
  const machine = await bootMachine(folder, release, settings)
  try {
    const main = async () => await machine.property('MainPID')
    await machine.exec('systemctl', 'enable', '--now', 'pianzhang')
    await ready()
    await machine.exec('systemd-run', ...OPERATOR, ...COMPANY_CREATE)
    await savePayment(await signIn(address), '12.34')

    // The parts of the unit's sandbox that /proc shows.
    const first = await main()
    expect(await machine.exec('cat', `/proc/${first}/status`)).toMatch(
      /Uid:\s+(?!0\b)\d+[\s\S]*CapEff:\s+0000000000000000[\s\S]*NoNewPrivs:\s+1\nSeccomp:\s+2/,
    )
    const inside = ['--target', first, '--mount', '/usr/bin/touch']
    for (const path of ['/etc/new', '/var/new', '/opt/pianzhang/new', '/root/new'])
      await expect(machine.exec('nsenter', ...inside, path), path).rejects.toThrow(/Read-only|denied/)
    // An exposure of at most 2.0 of 10; the rest is mostly the network, which the server needs, and the root directory.
    await machine.exec('systemd-analyze', 'security', '--threshold=20', 'pianzhang.service')

    await machine.exec('kill', '-KILL', first)
    await vi.waitFor(async () => expect(['0', first]).not.toContain(await main()), { timeout: 30_000 })
    await ready()
    const who = await signIn(address)
    expect(await total(who)).toBe('12.34')
    await savePayment(who, '0.66')

    // The next release, and a request that began before the stop: it is answered, and nothing is killed.
    await machine.exec('ln', '-sfn', '2', '/opt/pianzhang')
    const slow = request(`${address}/api/common/captchas`, {
      method: 'POST',
      headers: { 'content-length': 2 },
    })
    slow.setHeader('content-type', 'application/json').flushHeaders()
    await once(slow, 'socket')
    const stopped = machine.exec('systemctl', 'stop', 'pianzhang')
    await vi.waitFor(async () => expect(await isReady()).toBe(503), { timeout: 30_000 })
    slow.end('{}')
    const [answer] = (await once(slow, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(200)
    answer.resume()
    await stopped
    expect([await machine.property('Result'), await machine.property('ExecMainStatus')]).toEqual([
      'success',
      '0',
    ])
    const journal = await machine.journal()
    // PostgreSQL has ended by itself. Processes that hash passwords may be killed, as they keep nothing.
    expect(journal.slice(journal.indexOf('Stopping'))).not.toMatch(/\(postgres\)|timed out/)

    await machine.exec('systemctl', 'start', 'pianzhang')
    await ready()
    expect(await machine.exec('readlink', `/proc/${await main()}/exe`)).toBe('/opt/2/node/bin/node\n')
    expect(await total(await signIn(address))).toBe('13.00')
  } catch (error) {
    console.error(await machine.journal().catch(String))
    throw error
  } finally {
    await machine.stop()
  }
})

test('the commands of the Dockerfile are those of the release; with TEST_DOCKER=1 it builds', () => {
  const text = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8')
  const steps = text
    .replaceAll(/^#.*\n/gm, '')
    .trim()
    .split('\n')
    .filter(Boolean)
  const values = (name: string) =>
    steps.filter((step) => step.startsWith(`${name} `)).map((step) => step.slice(name.length + 1))
  expect(values('FROM')).toHaveLength(2)
  expect(values('USER')).toEqual(['10001'])
  expect(values('STOPSIGNAL')).toEqual(['SIGTERM'])
  const programs = [...text.matchAll(/\["\/opt\/pianzhang\/(\w+)"/g)].map(([, program]) => program)
  expect(programs).toEqual(['pianzhang', 'pianzhang'])
  // The second stage's data folder is the one that its user may write.
  const [data] = values('VOLUME')
  expect(values('ENV')[0]).toContain(`DATA_DIR=${data}`)
  expect(values('RUN').at(-1)).toContain(`install -d -o pianzhang -m 0700 ${data}`)
  // The first stage's commands, on the archive that was made above.
  const [, unpack = ''] = values('RUN')
  const opt = join(folder, 'opt')
  const script = unpack
    .replaceAll('/opt/pianzhang', `'${opt}'`)
    .replaceAll('/out/', `'${join(folder, 'out')}'/`)
  run('/bin/sh', ['-ec', script], process.env)
  expect(run(join(opt, 'pianzhang'), ['verify'], bare)).toBe('')

  if (process.env.TEST_DOCKER !== '1')
    return console.warn(
      'SKIPPED: the image is built only with TEST_DOCKER=1, a Docker daemon and its registry',
    )
  const built = spawnSync('docker', ['build', '-f', 'deploy/Dockerfile', '.'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect(built).toMatchObject({ status: 0 })
})
