import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { verify } from './verify.ts'

/** The backup in each snapshot: not compressed, so that restic stores only what is new. */
const NAME = 'pianzhang.tar'
/** Tags. restic also stores what a source gave that ended early: a snapshot is GOOD when it was read back. */
const UNFINISHED = 'unfinished'
const GOOD = 'pianzhang'
const SETTINGS = 'pianzhang-etc'
/** What docs/运维/备份与恢复.md promises. */
const POLICY = ['--group-by', 'tags', '--keep-daily', '7', '--keep-weekly', '5', '--keep-monthly', '12']

/**
 * Copies a gzipped backup into a repository of restic, which encrypts it; resolves when the copy was read back from there without a fault. Throws
 * an Error in Chinese.
 */
export async function copyOffsite(repository: string, file: string): Promise<void> {
  const { RESTIC_PASSWORD, RESTIC_PASSWORD_FILE, RESTIC_PASSWORD_COMMAND } = process.env
  if (!RESTIC_PASSWORD && !RESTIC_PASSWORD_FILE && !RESTIC_PASSWORD_COMMAND)
    throw new Error('没有设置 restic 的密码：restic.env 中的 RESTIC_PASSWORD_FILE')
  // Removes the locks of processes that are gone only.
  await restic(repository, ['unlock', '--quiet'])
  const tagged = ['--stdin', '--stdin-filename', NAME, '--tag', UNFINISHED]
  const id = await restic(repository, ['backup', '--json', ...tagged], snapshotIn, file)
  const { wrong } = await restic(repository, ['dump', id, NAME], verify)
  if (wrong.length > 0) throw new Error(`从异地读回的备份已损坏：${wrong[0]}`)
  await restic(repository, ['tag', '--set', GOOD, id])
}

/** Copies the folder of settings as well, and removes the snapshots that are no longer to be kept. */
export async function tidyOffsite(repository: string, settings?: string): Promise<void> {
  if (settings) await restic(repository, ['backup', '--quiet', '--tag', SETTINGS, settings])
  await restic(repository, ['forget', '--tag', UNFINISHED, '--group-by', 'tags', '--keep-last', '1'])
  for (const tag of [GOOD, SETTINGS]) await restic(repository, ['forget', '--tag', tag, ...POLICY])
  await restic(repository, ['prune', '--quiet'])
}

/** The id of the new snapshot: in the last line of `restic backup --json`, of type `summary`; the lines before it are its progress. */
async function snapshotIn(output: Readable): Promise<string> {
  let id = ''
  for await (const line of createInterface(output))
    if (line.includes('"summary"')) id = (JSON.parse(line) as { snapshot_id: string }).snapshot_id
  return id
}

/** Runs restic to its end; `read` takes what it writes, and it reads the gzipped `file` unpacked. Throws an Error in Chinese. */
async function restic<T = string>(
  repository: string,
  args: readonly string[],
  read: (output: Readable) => Promise<T> = text as never,
  file?: string,
): Promise<T> {
  const env = { ...process.env, RESTIC_REPOSITORY: repository, RESTIC_REPOSITORY_FILE: '' }
  // Progress once a minute, not sixty times a second.
  const child = spawn('restic', args, { stdio: 'pipe', env: { ...env, RESTIC_PROGRESS_FPS: '0.0167' } })
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  const [exit, output, input, said] = await Promise.allSettled([
    exited,
    read(child.stdout).finally(() => child.stdout.destroy()),
    file ? pipeline(createReadStream(file), createGunzip(), child.stdin) : child.stdin.end(),
    text(child.stderr),
  ])
  if (exit.status === 'rejected') throw unstarted(exit.reason)
  const { code, signal } = exit.value
  // By SIGPIPE it ends where `read` has failed.
  if (code !== 0 && signal !== 'SIGPIPE')
    throw new Error(failure(args[0] ?? '', said.status === 'fulfilled' ? said.value : '', signal ?? code))
  // Its input may have ended early.
  if (input.status === 'rejected') throw input.reason
  if (output.status === 'rejected') throw output.reason
  return output.value
}

const unstarted = (error: NodeJS.ErrnoException) =>
  error.code === 'ENOENT'
    ? new Error('没有安装 restic，请运行 apt-get install restic', { cause: error })
    : error

const CAUSES: readonly [RegExp, string][] = [
  [/wrong password or no key found/, 'restic 的密码不对（restic.env）'],
  [/read-only file system/, '仓库所在的文件夹对备份服务是只读的，须加 ReadWritePaths'],
  [
    /Is there a repository at the following location/,
    '无法打开仓库（地址、密钥不对，网络盘没有挂载，或还没有建仓库：pianzhang restic init）',
  ],
]

function failure(verb: string, said: string, status: string | number | null): string {
  const [, cause] = CAUSES.find(([words]) => words.test(said)) ?? []
  const own = said.trim().split('\n').slice(-3).join(' ').slice(0, 300)
  return [`restic ${verb} 失败（${status}）`, cause, own].filter(Boolean).join('：')
}
