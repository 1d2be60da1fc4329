import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, createWriteStream } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import type { Account } from '../../src/platform/database/embedded-postgres/account.ts'

/** PATH, and the folders of Debian's servers such as HAProxy, which are in root's PATH only. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']

/** The path of an installed program; undefined if there is none. */
export function pathOf(program: string, folders: readonly string[] = FOLDERS): string | undefined {
  return folders
    .map((folder) => join(folder, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/**
 * Whether a test can run that needs programs of Debian packages: `{ haproxy: 'haproxy' }` is program and package. If one is missing, says so
 * on stderr, so that a skipped test is seen.
 */
export function installed(
  what: string,
  packageOf: Record<string, string>,
  folders?: readonly string[],
): boolean {
  const missing = Object.keys(packageOf).filter((program) => !pathOf(program, folders))
  if (missing.length === 0) return true
  const packages = [...new Set(missing.map((program) => packageOf[program]))]
  console.warn(`SKIPPED: ${what}. Missing Debian packages: ${packages.join(', ')}`)
  return false
}

/** Free ports on loopback. Another program may take one before it is used, so a caller that fails to listen reports it. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = await Promise.all(
    Array.from({ length: count }, async () => {
      const probe = createServer().listen(0, '127.0.0.1')
      await once(probe, 'listening')
      return probe
    }),
  )
  const ports = probes.map((probe) => (probe.address() as { port: number }).port)
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))))
  return ports
}

/**
 * Starts a program whose output goes to the file `log`, in whose folder it may write. `account`: whom it runs as; null: ourselves. `env`: variables
 * besides PATH, HOME and LANG.
 */
export function run(
  program: string,
  args: readonly string[],
  log: string,
  account: Account | null,
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const path = pathOf(program)
  if (!path) throw new Error(`${program} is not installed`)
  const child = spawn(path, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: FOLDERS.join(delimiter), HOME: dirname(log), LANG: 'C.UTF-8', ...env },
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  const output = createWriteStream(log, { flags: 'a' })
  child.stdout.pipe(output, { end: false })
  child.stderr.pipe(output, { end: false })
  child.on('error', (error) => output.write(`${error}\n`))
  return child
}

/** Ends a program started by `run`, if it still runs. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}
