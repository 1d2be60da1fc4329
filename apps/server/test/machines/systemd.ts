import { execFile, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { vi } from 'vitest'
import { end, installed, pathOf, run } from './programs.ts'

// Boots systemd in a container (systemd-nspawn) that shares only /usr and the network with this machine.

const asked = promisify(execFile)

/** A machine with a systemd of its own. */
export interface Machine {
  /** Its root folder on this machine. */
  root: string
  /** Runs a program inside; resolves to its output, rejects with a status other than 0. */
  exec(program: string, ...args: string[]): Promise<string>
  /** A property of the server's unit, such as `MainPID`. */
  property(name: string): Promise<string>
  /** What the server and systemd wrote about it. */
  journal(): Promise<string>
  stop(): Promise<void>
}

/** Whether the host lets a container be started; if not, says on stderr why, so that a skipped test is seen. */
export function canBoot(what: string, folder: string): boolean {
  if (process.getuid?.() !== 0) return skipped(what, 'only root can start a container')
  const programs = { 'systemd-nspawn': 'systemd-container', systemctl: 'systemd', nsenter: 'util-linux' }
  if (!installed(what, programs)) return false
  if (globSync('/usr/lib/*/libnss_systemd.so.2').length === 0)
    return skipped(what, 'missing Debian package: libnss-systemd')
  const root = rootIn(join(folder, 'probe'))
  const probe = spawnSync(pathOf('systemd-nspawn') ?? '', [...containerOf(root, []), '/usr/bin/true'], {
    env: { ...process.env, ...ENV },
    encoding: 'utf8',
  })
  rmSync(root, { recursive: true })
  return probe.status === 0 || skipped(what, `systemd-nspawn cannot start a container: ${probe.stderr}`)
}

function skipped(what: string, reason: string): false {
  console.warn(`SKIPPED: ${what}: ${reason}`)
  return false
}

/** cgroup v2: in v1 systemd is not notified in a container when a unit's last process has ended. */
const ENV = { SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' }

const containerOf = (root: string, binds: readonly string[]) => [
  ...['--quiet', '--register=no', '--keep-unit', '--console=pipe', `--directory=${root}`, '--bind-ro=/usr'],
  // Where a program is installed, while /usr is this machine's.
  '--tmpfs=/usr/local/bin',
  '--tmpfs=/usr/local/sbin',
  ...binds.map((bind) => `--bind-ro=${bind}`),
]

/** A root folder in which nothing is enabled. */
function rootIn(root: string): string {
  for (const folder of ['usr/lib', 'etc', 'var', 'opt', 'root'])
    mkdirSync(join(root, folder), { recursive: true })
  for (const link of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${link}`, join(root, link))
  copyFileSync('/usr/lib/os-release', join(root, 'usr/lib/os-release'))
  const all = {
    // With a machine ID it is no first boot, which would enable all services of /usr.
    'etc/machine-id': `${'0123456789abcdef'.repeat(2)}\n`,
    'etc/passwd': 'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534::/:/usr/sbin/nologin\n',
    'etc/group': 'root:x:0:\nnogroup:x:65534:\n',
    'etc/nsswitch.conf': 'passwd: files systemd\ngroup: files systemd\nhosts: files\n',
    'etc/hosts': '127.0.0.1 localhost\n',
  }
  for (const [path, text] of Object.entries(all)) writeFileSync(join(root, path), text)
  return root
}

/**
 * Boots a machine on which nothing is installed; `releases` is a folder that it has at /srv/releases. `alone`: with a network of its own, so that
 * it may use ports that this machine uses.
 */
export async function bootMachine(
  folder: string,
  releases: string,
  { alone = false }: { alone?: boolean } = {},
): Promise<Machine> {
  const root = rootIn(join(folder, 'machine'))
  // A colon separates source and target.
  const container = [
    ...containerOf(root, [`${releases.replaceAll(':', '\\:')}:/srv/releases`]),
    ...(alone ? ['--private-network'] : []),
  ]
  const log = join(folder, 'machine.log')
  const nspawn = run('systemd-nspawn', ['--boot', ...container], log, null, ENV)
  /** The container's first process. */
  const first = () =>
    readFileSync(`/proc/${nspawn.pid}/task/${nspawn.pid}/children`, 'utf8').split(' ')[0] ?? ''
  const exec = async (program: string, ...args: string[]) =>
    (await asked('nsenter', ['--target', first(), '--all', program, ...args])).stdout
  const stop = async () => {
    await end(nspawn, 'SIGTERM')
    rmSync(root, { recursive: true, force: true })
  }
  try {
    await vi.waitFor(() => exec('systemctl', 'is-system-running'), { timeout: 60_000, interval: 200 })
  } catch (error) {
    await stop()
    throw new Error(existsSync(log) ? readFileSync(log, 'utf8') : 'systemd-nspawn said nothing', {
      cause: error,
    })
  }
  return {
    root,
    exec,
    property: async (name) => (await exec('systemctl', 'show', 'pianzhang', '--value', '-p', name)).trim(),
    journal: () => exec('journalctl', '--unit', 'pianzhang', '--output', 'cat', '--no-pager'),
    stop,
  }
}
