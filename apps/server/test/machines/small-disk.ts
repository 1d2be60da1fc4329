import { spawnSync } from 'node:child_process'
import { readdirSync, readlinkSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ServerProcess, startServer, tempFolder } from '../processes/server-process.ts'

/** A server whose data folder is a small tmpfs that can be filled, in a mount namespace that ends with the server. */
export interface SmallDisk {
  server: ServerProcess
  /** The data folder's path as seen from this process. */
  folder: string
  /** Fills the disk up to `leave` free bytes. */
  fill(leave: number): void
  /** Frees the space again. */
  makeRoom(): void
  /** Ends the server and every other process in its mount namespace. */
  end(): Promise<void>
}

const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
/** A user namespace makes us root to mount; a second one maps back to our user, as PostgreSQL refuses to run as root. */
const within = (folder: string, megabytes: number): string[] => {
  const mount = `mount -t tmpfs -o size=${megabytes}m,mode=0755 tmpfs "$0"`
  const back = uid === 0 ? '' : `unshare -U --map-user=${uid} --map-group=${gid} `
  return ['unshare', uid === 0 ? '-m' : '-rm', 'sh', '-c', `${mount} && exec ${back}"$@"`, folder]
}

/** Why this machine cannot mount such a disk; null if it can. */
export function whyNoSmallDisk(): string | null {
  const folder = tempFolder()
  const [program = '', ...args] = within(folder, 1)
  const { status, stderr, error } = spawnSync(program, [...args, 'true'], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  return status === 0 ? null : (error?.message ?? stderr.trim())
}

export async function startOnSmallDisk(env: Record<string, string>, megabytes: number): Promise<SmallDisk> {
  const dataDir = tempFolder()
  const server = startServer(env, dataDir, within(dataDir, megabytes))
  await server.ready()
  const namespace = readlinkSync(`/proc/${server.child.pid}/ns/mnt`)
  const folder = `/proc/${server.child.pid}/root${dataDir}`
  const ballast = join(folder, 'ballast')
  const free = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  return {
    server,
    folder,
    fill: (leave) => {
      // In steps, as a working database changes the free space meanwhile.
      for (let times = 0; times < 50 && free() > leave; times += 1)
        writeFileSync(ballast, Buffer.alloc(Math.min(free() - leave, 32 * 1024 * 1024)), { flag: 'a' })
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    end: async () => {
      await server.tell('SIGTERM')
      for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
        if (namespaceOf(pid) === namespace) process.kill(Number(pid), 'SIGKILL')
    },
  }
}

function namespaceOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/ns/mnt`)
  } catch {
    return ''
  }
}
