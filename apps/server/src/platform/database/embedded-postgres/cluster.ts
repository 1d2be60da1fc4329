import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../config.ts'
import { type Account, clusterDir, initAccount } from './account.ts'
import { killBelow } from './leftover-processes.ts'

const FRESH = 'postgres.new-'

/** Creates the cluster if there is none and repairs owner and mode. Call it only while holding the data folder's lock. */
export async function ensureCluster(
  dataDir: string,
  native: string,
  account: Account | null,
  sync: boolean,
  signal?: AbortSignal,
): Promise<void> {
  // Left by an interrupted initdb: a complete cluster is renamed, so these folders can be removed.
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(FRESH))) {
    killBelow(join(dataDir, name))
    rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 })
  }
  const cluster = clusterDir(dataDir)
  if (!existsSync(cluster)) await create(dataDir, native, account, sync, signal)
  const { uid } = statSync(cluster)
  if (!account && uid !== process.getuid?.())
    throw new ConfigError(
      `数据目录 ${dataDir} 属于另一个用户（uid ${uid}）。请用同一个用户启动，或用环境变量 DATA_DIR 指定另一个目录。`,
    )
  // A copy made by root belongs to root, and PostgreSQL refuses a folder that others may read.
  if (account && uid !== account.uid) chownTree(cluster, account)
  chmodSync(cluster, 0o700)
}

export interface Passwords {
  superuser: string
  /** Of the server's role. */
  role: string
}

/**
 * The passwords, a line for each: stored inside the cluster, so that neither exists without the other. A cluster of an earlier version has one for
 * both, and keeps it: with another one that version could not be gone back to.
 */
export function readPasswords(cluster: string): Passwords {
  const lines = readFileSync(join(cluster, 'pianzhang.password'), 'utf8').trim().split('\n')
  const [superuser = '', role = superuser] = lines
  return { superuser, role }
}

const newPassword = () => randomBytes(24).toString('base64url')

async function create(
  dataDir: string,
  native: string,
  account: Account | null,
  sync: boolean,
  signal?: AbortSignal,
): Promise<void> {
  const folder = mkdtempSync(join(dataDir, FRESH))
  const fresh = join(folder, 'cluster')
  const file = join(folder, 'pianzhang.password')
  mkdirSync(fresh, { mode: 0o700 })
  // initdb reads the first line.
  writeFileSync(file, `${newPassword()}\n${newPassword()}\n`, { mode: 0o600 })
  const initdb = account && initAccount(account)
  if (initdb) chownTree(folder, initdb)
  // Not LC_CTYPE=C, where Chinese text has no trigrams; the builtin C.UTF-8 needs no locale installed.
  const args = [
    '-D',
    '/proc/self/cwd',
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    '--pwfile=../pianzhang.password',
    '-E',
    'UTF8',
  ]
  args.push('--locale=C.UTF-8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions')
  if (!sync) args.push('--no-sync')
  // Kills initdb with its child processes, without letting it clean up first; the folder is removed below.
  const onAbort = () => killBelow(folder)
  signal?.addEventListener('abort', onAbort)
  const { code, output } = await run(join(native, 'bin/initdb'), args, fresh, initdb)
  signal?.removeEventListener('abort', onAbort)
  if (code !== 0) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    signal?.throwIfAborted()
    const hint = /user does not exist|could not look up effective user/.test(output)
      ? '（当前用户不在 /etc/passwd 中）'
      : ''
    throw new ConfigError(
      `内置数据库初始化失败${hint}：\n${output.trim()}\n也可设置环境变量 DATABASE_URL 使用外部 PostgreSQL。`,
      // Without a line in /etc/passwd it fails again; a full disk passes.
      { transient: hint === '' },
    )
  }
  renameSync(file, join(fresh, 'pianzhang.password'))
  if (account) chownTree(fresh, account)
  renameSync(fresh, clusterDir(dataDir))
  rmSync(folder, { recursive: true, force: true })
}

function run(
  program: string,
  args: string[],
  cwd: string,
  account: Account | null,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      ...account,
      env: serverEnv(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    const onExit = () => child.kill('SIGKILL')
    process.once('exit', onExit)
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('exit', onExit)
      resolve({ code, output })
    })
  })
}

/** A minimal environment: a PGDATA, PGOPTIONS or LD_PRELOAD of the operator is not meant for this server. Messages in English. */
export function serverEnv(): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}

function chownTree(path: string, account: Account): void {
  lchownSync(path, account.uid, account.gid)
  if (!lstatSync(path).isDirectory()) return
  for (const entry of readdirSync(path)) chownTree(join(path, entry), account)
}
