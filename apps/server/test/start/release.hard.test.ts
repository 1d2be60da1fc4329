import { execFile, execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkSignature } from '../../../../deploy/operator/signature.mjs'
import { programsBelow } from '../../src/platform/database/embedded-postgres/leftover-processes.ts'
import { withClient } from '../harness/client.ts'
import { cloneDatabase } from '../harness/database.ts'
import { COMPANY_CREATE, PASSWORD, savePayment, signIn, total } from '../harness/first-company.ts'
import { installed } from '../machines/programs.ts'
import { s3Env, startS3 } from '../platform/storage/s3.ts'
import { endServers, startServer, tempFolder } from '../processes/server-process.ts'
import { makeRelease, ROOT, unpack } from './release.ts'

/** The only programs on PATH, those of the start script, so that no Node or npm of this machine is used. */
const TOOLS = ['dirname', 'readlink', 'cat', 'sha256sum']
/** What `verify` prints. */
const WHOLE = '全部文件与发布时相同\n'

let folder: string
let archive: string
/** The unpacked release, and an environment as bare as a machine can be. */
let release: string
let bare: Record<string, string>
const inRelease = (path: string) => join(release, path)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pianzhang-bare-'))
  chmodSync(folder, 0o755)
  archive = makeRelease(join(folder, 'out'))
  release = unpack(archive, join(folder, 'srv/某 处'))
  const tools = join(folder, 'tools')
  mkdirSync(tools)
  for (const tool of TOOLS) symlinkSync(`/usr/bin/${tool}`, join(tools, tool))
  bare = { PATH: tools, HOME: '' }
})
afterEach(endServers)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(program: string, args: string[], env: NodeJS.ProcessEnv, cwd = '/', input = ''): string {
  return execFileSync(program, args, { env, cwd, input, encoding: 'utf8', stdio: 'pipe' })
}

/** Runs an operator's command of the release, which may read `PASSWORD`; returns its JSON. */
function admin(dataDir: string, ...args: string[]) {
  const env = { ...bare, DATA_DIR: dataDir }
  const output = run(inRelease('pianzhang'), ['admin', ...args, '--json'], env, '/', `${PASSWORD}\n`)
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
  expect(run(inRelease('pianzhang'), ['verify'], bare)).toBe(WHOLE)
  expect(run(inRelease('pianzhang'), ['version'], bare)).toMatch(
    /^version 0\.1\.0\ncommit \S+\ndate \S+\nplatform linux-\w+\nnode 24\.\S+\npostgresql 18\.\S+\nmigration \d{4}_\w+\.sql\nkey RW\S{54}\n$/,
  )
  for (const name of ['react', 'vite', 'typescript', 'vitest', '@biomejs', 'npm'])
    expect(readdirSync(inRelease('node_modules')), name).not.toContain(name)
  const licences = readFileSync(inRelease('LICENSES.txt'), 'utf8')
  for (const name of [
    'PostgreSQL: ',
    'SecLists (',
    'node-linux-',
    'fastify 5',
    'react 19',
    'antd 6',
    'd3-shape 3',
  ])
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

test('minisign finds the archive signed by the key in the release', async () => {
  const [, key = ''] = /^key (.*)$/m.exec(readFileSync(inRelease('VERSION'), 'utf8')) ?? []
  expect(await checkSignature(archive, readFileSync(`${archive}.minisig`, 'utf8'), key)).toMatch(
    /^timestamp:\d+\tfile:pianzhang-0\.1\.0-linux-\w+\.tar\.gz\thashed$/,
  )
  if (!installed('the signature of a release', { minisign: 'minisign' })) return
  expect(run('minisign', ['-Vm', archive, '-P', key], process.env)).toContain(
    'Signature and comment signature verified',
  )
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
  const ask = (part: string, env: Record<string, string>) =>
    spawnSync(inRelease('pianzhang'), [part], { env: { ...bare, ...env } }).status
  const { port } = new URL(await again.ready())
  expect([ask('health', { PORT: port }), ask('ready', { PORT: port })]).toEqual([0, 0])
  expect(ask('health', { PORT: port, HOST: '0.0.0.0' })).toBe(0)
  expect([ask('health', { PORT: port, HOST: '127.0.0.2' }), ask('ready', { PORT: '1' })]).toEqual([1, 1])

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
  expect(output).toMatchObject({ status: 78, stderr: expect.stringMatching(/CAPTCHA_FIXED 只用于测试/) })
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
  const lines = readFileSync(inRelease('systemd/pianzhang.service'), 'utf8').split('\n')
  const pairs = lines
    .filter((line) => /^\w+=/.test(line))
    .map((line) => [line.split('=', 1)[0] ?? '', line.replace(/^\w+=/, '')] as const)
  return new Map(
    [...Map.groupBy(pairs, ([name]) => name)].map(([name, all]) => [name, all.map(([, value]) => value)]),
  )
}

test('the systemd units are valid, and the command runs as another user without rights', async () => {
  const unit = unitSettings()
  const units = join(folder, 'units')
  cpSync(inRelease('systemd'), units, { recursive: true })
  const files = readdirSync(units).map((name) => join(units, name))
  for (const file of files)
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replaceAll('/opt/pianzhang/current/pianzhang', '/bin/true'),
    )
  const systemd = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' })
  if (systemd.error)
    console.warn('SKIPPED: systemd-analyze is missing (Debian package systemd): the units were not verified')
  else expect(systemd).toMatchObject({ status: 0, stderr: '' })
  // Longer than the server's own deadline: 15 s after the longest STOP_DELAY.
  expect(Number(unit.get('TimeoutStopSec')?.[0])).toBeGreaterThan(75)
  if (process.getuid?.() !== 0)
    return console.warn('SKIPPED: only root can start the command as another user')

  const [command = ''] = unit.get('ExecStart') ?? []
  expect(command).toBe('/opt/pianzhang/current/pianzhang start')
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
  expect(run(inRelease('pianzhang'), ['verify'], bare)).toBe(WHOLE)
})

test('with the settings of an installation a command works on its database and its storage', async () => {
  const database = await cloneDatabase()
  const s3 = await startS3()
  const dataDir = tempFolder()
  const settings = { DATABASE_URL: database.url, SECRET: 'a-secret-of-the-tests', ...s3Env(s3.address) }
  const type = async (...args: string[]) => {
    const running = promisify(execFile)(inRelease('pianzhang'), ['admin', ...args], {
      env: { ...bare, PIANZHANG_SETTINGS: 'loaded', DATA_DIR: dataDir, ...settings },
    })
    running.child.stdin?.end(`${PASSWORD}\n`)
    return (await running).stdout
  }
  const { host, pathname } = new URL(database.url)
  expect(await type(...COMPANY_CREATE)).toContain(`数据库：${host}${pathname}；文件存储：S3 pictures`)
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
  expect(run(join(opt, 'pianzhang'), ['verify'], bare)).toBe(WHOLE)

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
