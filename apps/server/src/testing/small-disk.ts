import { spawnSync } from 'node:child_process'
import { readdirSync, readlinkSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ServerProcess, startServer, tempFolder } from './server-process.ts'

/** A disk of its own that can really be full: a tmpfs in a mount namespace that only the server sees, and that goes with it. */
export interface SmallDisk {
  server: ServerProcess
  /** Its data folder as we reach it. */
  folder: string
  /** Takes all room but so many bytes. */
  fill(leave: number): void
  /** Gives it back. */
  makeRoom(): void
  /** Ends the server, and whatever else still lives on the disk. */
  end(): Promise<void>
}

const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
/** Who is not root becomes it in a user namespace to mount, and then themselves again: PostgreSQL refuses root. */
const within = (folder: string, megabytes: number): string[] => {
  const mount = `mount -t tmpfs -o size=${megabytes}m,mode=0755 tmpfs "$0"`
  const back = uid === 0 ? '' : `unshare -U --map-user=${uid} --map-group=${gid} `
  return ['unshare', uid === 0 ? '-m' : '-rm', 'sh', '-c', `${mount} && exec ${back}"$@"`, folder]
}

/** Why no such disk can be had here; null where it can. */
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
  const world = readlinkSync(`/proc/${server.child.pid}/ns/mnt`)
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
      // What is free moves under a working database: in steps, until it is so.
      for (let times = 0; times < 50 && free() > leave; times += 1)
        writeFileSync(ballast, Buffer.alloc(Math.min(free() - leave, 32 * 1024 * 1024)), { flag: 'a' })
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    end: async () => {
      await server.tell('SIGTERM')
      for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
        if (worldOf(pid) === world) process.kill(Number(pid), 'SIGKILL')
    },
  }
}

function worldOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/ns/mnt`)
  } catch {
    return ''
  }
}
