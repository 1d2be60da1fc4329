import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Niceness (0–19) of imports, exports, hashes and the reading of files. On a core that others use fully such a process still gets a tenth, so
 * it soon releases the locks that others wait for.
 */
export const BACKGROUND = 10

/** The niceness in force; tests change it (`test/setup/even-priority.ts`). */
export const lowered = { niceness: BACKGROUND }

const RETRY_MS = 200
const RETRIES = 10

/**
 * Forks a program of this server with `v8` as V8's options. Its threads get the niceness `lowered` when its first IPC message arrives, not at
 * the fork: loading its modules takes about a second of CPU, and up to a minute at niceness 10 on fully used cores, while a request waits for
 * it. That message is `ready`, the port of the export server, or the first hash. The program exits when the IPC channel closes: as the leader
 * of a session of its own it gets no SIGINT from the terminal. `what` names it in the warning if the system refuses the niceness.
 */
export function forkBackground(
  program: string,
  what: string,
  { v8 = [], ...options }: ForkOptions & { v8?: readonly string[] } = {},
): ChildProcess {
  const child = fork(program, [], {
    ...options,
    execArgv: [...v8],
    serialization: 'advanced',
    // setsid: see `lowerSession`.
    detached: true,
  })
  child.once('message', () => {
    const refusal = child.pid === undefined ? null : lowerPriority(child.pid)
    if (refusal) console.warn(`the priority of ${what}:`, refusal)
  })
  return child
}

/**
 * Lowers the priority of a process that leads a session of its own. Returns the error of a refusal; null if the priority is lowered, or the
 * process has ended meanwhile.
 */
export function lowerPriority(pid: number): Error | null {
  try {
    setPriority(pid, lowered.niceness)
    if (process.platform === 'linux') {
      lowerThreads(pid)
      lowerSession(pid)
    }
    return null
  } catch (error) {
    return ['ESRCH', 'ENOENT'].includes(codeOf(error) ?? '') ? null : (error as Error)
  }
}

/**
 * Linux keeps the niceness per thread, and a new thread inherits it from its creator. A thread that is created after `/proc/<pid>/task` was read
 * and before its creator was lowered keeps the old niceness, so the list is read again until it has no new thread.
 */
function lowerThreads(pid: number): void {
  const known = new Set<string>()
  for (;;) {
    const found = readdirSync(`/proc/${pid}/task`).filter((thread) => !known.has(thread))
    if (found.length === 0) return
    for (const thread of found) {
      known.add(thread)
      try {
        setPriority(Number(thread), lowered.niceness)
      } catch (error) {
        // The thread has ended.
        if (codeOf(error) !== 'ESRCH') throw error
      }
    }
  }
}

/** With autogroup scheduling Linux divides the CPU by sessions first, so the niceness of the session counts, too. */
function lowerSession(pid: number, retries = RETRIES): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(lowered.niceness))
  } catch (error) {
    const code = codeOf(error) ?? ''
    // ENOENT: a kernel without autogroups, or the process has ended.
    if (['ENOENT', 'ESRCH'].includes(code)) return
    // Without CAP_SYS_ADMIN one session in 0.1 s may be changed.
    if (code !== 'EAGAIN') throw error
    if (retries > 0) setTimeout(() => retryLowering(pid, retries - 1), RETRY_MS * Math.random()).unref()
  }
}

function retryLowering(pid: number, retries: number): void {
  try {
    lowerSession(pid, retries)
  } catch (error) {
    // Thrown in a timer, it would end the server.
    console.warn('the priority of a session:', error)
  }
}

function codeOf(error: unknown): string | undefined {
  const { code, info } = error as NodeJS.ErrnoException & { info?: { code?: string } }
  return info?.code ?? code
}
