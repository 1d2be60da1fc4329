import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Memory of a process in MB, now. */
export function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** Memory of a server and of the processes that it started, PostgreSQL aside, in MB, now. */
export const memoryOfTree = (pid: number): number =>
  treeOf(pid).reduce((sum, one) => sum + (existing(() => memoryOf(one)) ?? 0), 0)

function treeOf(pid: number): number[] {
  const children = existing(() =>
    readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    ),
  )
  const ours = (children ?? []).filter((child) => nameOf(child) !== 'postgres')
  return [pid, ...ours.flatMap(treeOf)]
}

const nameOf = (pid: number) => existing(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim())

/** A process may end while it is looked at. */
function existing<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/** How many files, sockets and pipes it has open. */
export const openFilesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

/** The most memory in MB that the process and those it started took above where it began while `run` ran, looked at every 20 ms, and the seconds it took. */
export async function costOf<T>(
  pid: number,
  run: () => Promise<T>,
): Promise<{ result: T; megabytes: number; seconds: number }> {
  const before = memoryOfTree(pid)
  let highest = before
  let over = false
  const looking = (async () => {
    for (; !over; await sleep(20)) highest = Math.max(highest, memoryOfTree(pid))
  })()
  const began = performance.now()
  try {
    const result = await run()
    return { result, megabytes: highest - before, seconds: (performance.now() - began) / 1000 }
  } finally {
    over = true
    await looking
  }
}
