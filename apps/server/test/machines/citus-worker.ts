import { spawn } from 'node:child_process'
import { openSync, readlinkSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  readPostmaster,
  serversOn,
} from '../../src/platform/database/embedded-postgres/leftover-processes.ts'
import { on } from './citus.ts'

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ESRCH'

/** Whether this number is a process's, also of one that has ended and that its parent has not waited for. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    if (isGone(error)) return false
    throw error
  }
}

/** A PostgreSQL server of a Citus cluster, with its processes on this machine, so that a test can kill and restart it. */
export class LocalNode {
  readonly #url: string
  readonly #folder: string
  readonly #program: string
  readonly #account: { uid: number; gid: number }
  readonly #log: string

  private constructor(url: string, folder: string, pid: number) {
    const { uid, gid } = statSync(`/proc/${pid}`)
    this.#url = url
    this.#folder = folder
    this.#program = readlinkSync(`/proc/${pid}/exe`)
    this.#account = { uid, gid }
    this.#log = readlinkSync(`/proc/${pid}/fd/2`)
  }

  /** Null if it runs on another machine, or under an account whose processes this one may not signal. */
  static async find(url: string): Promise<LocalNode | null> {
    const [{ data_directory: folder } = {}] = await on(url, 'show data_directory')
    try {
      const { pid } = readPostmaster(String(folder)) ?? {}
      if (!pid) return null
      process.kill(pid, 0)
      return new LocalNode(url, String(folder), pid)
    } catch {
      return null
    }
  }

  /** Kills all of its processes by SIGKILL, the postmaster first, as it would restart the others. */
  async kill(): Promise<void> {
    const first = readPostmaster(this.#folder)?.pid
    for (;;) {
      const pids = serversOn(this.#folder)
      if (pids.length === 0) break
      for (const pid of pids.toSorted((a, b) => Number(b === first) - Number(a === first)))
        try {
          process.kill(pid, 'SIGKILL')
        } catch (error) {
          // It ended with its parent.
          if (!isGone(error)) throw error
        }
      await sleep(20)
    }
    // Until its parent has waited for it, its number is taken, and the next postmaster believes that it runs.
    while (first !== undefined && isThere(first)) await sleep(20)
  }

  /** Starts it again unless it runs, as a process that outlives this one; resolves when it takes connections. */
  async start(): Promise<void> {
    if (serversOn(this.#folder).length > 0) return
    const log = openSync(this.#log, 'a')
    spawn(this.#program, ['-D', this.#folder], {
      ...this.#account,
      cwd: this.#folder,
      // Not our home folder, where libpq looks for certificates that the server's account may not read.
      env: { HOME: this.#folder, PATH: process.env.PATH, LANG: 'C.UTF-8' },
      detached: true,
      stdio: ['ignore', log, log],
    }).unref()
    for (const end = Date.now() + 60_000; ; await sleep(50))
      try {
        await on(this.#url, 'select 1')
        return
      } catch (error) {
        if (Date.now() > end) throw error
      }
  }
}
