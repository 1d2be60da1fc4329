import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Current resident memory of a process in MB. */
export function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** Current resident memory in MB of a server and of its child processes except PostgreSQL. */
export const memoryOfTree = (pid: number): number =>
  treeOf(pid).reduce((sum, one) => sum + (existing(() => memoryOf(one)) ?? 0), 0)

const childrenOf = (pid: number): number[] =>
  existing(() =>
    readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    ),
  ) ?? []

/** SIGKILLs PostgreSQL's postmaster and its child processes: a backend that outlives the postmaster can still finish its statement. */
export function killDatabase(pid: number): void {
  for (const one of [pid, ...childrenOf(pid)]) existing(() => process.kill(one, 'SIGKILL'))
}

function treeOf(pid: number): number[] {
  const ours = childrenOf(pid).filter((child) => nameOf(child) !== 'postgres')
  return [pid, ...ours.flatMap(treeOf)]
}

const nameOf = (pid: number) => existing(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim())

/** The result of `look`; undefined if the process ended meanwhile. */
function existing<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/** Number of open file descriptors of a process. */
export const openFilesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

/** Peak memory in MB of the process tree above its start value while `run` ran, sampled every 20 ms, and its duration in seconds. */
export async function costOf<T>(
  pid: number,
  run: () => Promise<T>,
): Promise<{ result: T; megabytes: number; seconds: number }> {
  const before = memoryOfTree(pid)
  let highest = before
  let over = false
  const sampling = (async () => {
    for (; !over; await sleep(20)) highest = Math.max(highest, memoryOfTree(pid))
  })()
  const began = performance.now()
  try {
    const result = await run()
    return { result, megabytes: highest - before, seconds: (performance.now() - began) / 1000 }
  } finally {
    over = true
    await sampling
  }
}
