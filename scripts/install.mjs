// Prepares what every script needs: the packages, Node 24, the built page. Runs on Node 20 with nothing installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { capture, foreground, interrupted, root } from './children.mjs'

const at = (...parts) => join(root, ...parts)
const modules = at('node_modules')
const web = at('apps/web')

const PAGE_MODE = 'production'

/** An error for the operator, in Chinese; printed without a stack. */
export class Failure extends Error {}

/** Installs the packages if the lock file changed since the last time. */
export async function ensureInstalled() {
  const marker = join(modules, '.pianzhang-lock')
  const want = hashFiles([at('package-lock.json')], process.platform, process.arch)
  if (readOr(marker) === want) return
  await withLock('install', async () => {
    if (readOr(marker) === want) return
    if (!matchesLockFile()) {
      console.error('正在安装依赖 ……')
      await npmCi()
    }
    writeFileSync(marker, want)
  })
}

/** Builds the page if its sources, those of our packages or a dependency changed since the last time. */
export async function ensureBuilt() {
  const marker = join(web, 'dist/.build-hash')
  const sources = [
    ...filesUnder(web),
    ...filesUnder(at('packages')),
    ...filesUnder(at('docs')),
    at('package-lock.json'),
  ]
  const want = hashFiles(sources, PAGE_MODE)
  if (readOr(marker) === want) return
  await withLock('build', async () => {
    if (readOr(marker) === want) return
    console.error('正在构建页面 ……')
    const { code, output } = await capture(node24(), [join(modules, 'vite/bin/vite.js'), 'build'], {
      cwd: web,
      // Set here: an inherited NODE_ENV of tests or development would build a slower page that contains the build folder's path.
      env: { ...process.env, NODE_ENV: PAGE_MODE },
    })
    if (code !== 0) throw new Failure(`页面构建失败：\n${output.trim()}`)
    writeFileSync(marker, want)
  })
}

/** Path of a Node that runs TypeScript and has argon2 (24.7 or later): the one in node_modules, or the one that runs this. Throws a Failure. */
export function node24() {
  const installed = join(modules, '.bin/node')
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (existsSync(installed)) {
    if (realpathSync(installed) === realpathSync(process.execPath)) return installed
    if (spawnSync(installed, ['--version']).status === 0) return installed
  }
  if (major > 24 || (major === 24 && minor >= 7)) return process.execPath
  throw new Failure(
    `需要 Node.js 24.7 或更高版本：随依赖安装的 Node 24 无法在此系统运行，当前为 ${process.version}。请安装后重试。`,
  )
}

/** Runs a script; `work` resolves with its exit status. Prints a Failure's message, and the stack of any other error. */
export async function main(work) {
  try {
    process.exitCode = await work()
  } catch (error) {
    if (interrupted()) console.error('已中断')
    else console.error(error instanceof Failure ? error.message : error)
    process.exitCode = 1
  }
}

/** Whether npm's own record of node_modules matches the lock file, as after an `npm ci` by hand. */
function matchesLockFile() {
  const record = readOr(join(modules, '.package-lock.json'))
  if (!record || !existsSync(join(modules, '.bin'))) return false
  const wanted = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages
  const installedPackages = JSON.parse(record).packages
  const same = (name) =>
    installedPackages[name]?.version === wanted[name]?.version &&
    installedPackages[name]?.integrity === wanted[name]?.integrity
  // Only optional packages may be missing: those of other platforms.
  return (
    Object.keys(installedPackages).every((name) => name in wanted && same(name)) &&
    Object.entries(wanted).every(
      ([name, entry]) => name === '' || name in installedPackages || entry.optional,
    )
  )
}

async function npmCi() {
  // Explicit, because NODE_ENV=production or an inherited `omit` would leave out Vite, Node 24 or PostgreSQL.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !NPM_VARIABLES.test(name)))
  if (!writableHome()) args.push(`--cache=${at('.cache/npm')}`)
  // The calling npm and its Node, if known: the `node` in PATH may be the file in node_modules that `npm ci` replaces.
  const cli = process.env.npm_execpath
  const [program, first] =
    basename(cli ?? '') === 'npm-cli.js'
      ? [process.env.npm_node_execpath ?? process.execPath, [cli]]
      : ['npm', []]
  const code = await foreground(program, [...first, ...args], { env, stdio: ['ignore', 2, 2] })
  if (code !== 0) throw new Failure(`依赖安装失败（npm ci：${code}）。请检查网络后重试。`)
}

/** Variables that `npm start` sets for its children and that would change what a nested `npm ci` does. */
const NPM_VARIABLES =
  /^npm_(package_|lifecycle_|command$|config_(omit|include|production|only|global|location|prefix|local_prefix|global_prefix|workspaces?|include_workspace_root|dry_run|package_lock|package_lock_only|ignore_scripts|loglevel)$)/i

function writableHome() {
  try {
    const home = process.env.HOME === '' ? '' : homedir()
    accessSync(existsSync(join(home, '.npm')) ? join(home, '.npm') : home, constants.W_OK)
    return home !== ''
  } catch {
    return false
  }
}

/** Runs `work` under a lock of this machine: an abstract Unix socket, which the kernel releases when its process ends. */
async function withLock(task, work) {
  const name = `\0pianzhang-${task}-${createHash('sha256').update(realpathSync(root)).digest('hex').slice(0, 16)}`
  const server = createServer()
  while (!(await listens(server, name))) await sleep(100)
  try {
    return await work()
  } finally {
    server.close()
  }
}

function listens(server, name) {
  return new Promise((resolve, reject) => {
    const onError = (error) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error))
    server.once('error', onError)
    server.listen(name, () => {
      server.off('error', onError)
      resolve(true)
    })
  })
}

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'dist' || entry.name === 'node_modules' || entry.name.startsWith('.')) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesUnder(path)
    return entry.isFile() ? [path] : []
  })
}

function hashFiles(files, ...more) {
  const hash = createHash('sha256').update(more.join())
  for (const file of files.sort()) hash.update(`\0${file.slice(root.length)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

function readOr(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
