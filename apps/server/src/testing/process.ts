import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Memory of a process in MB, now. */
export function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/** How many files, sockets and pipes it has open. */
export const openFilesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

/** The most memory in MB that the process took above where it began while `run` ran, looked at every 20 ms, and the seconds it took. */
export async function costOf<T>(
  pid: number,
  run: () => Promise<T>,
): Promise<{ result: T; megabytes: number; seconds: number }> {
  const before = memoryOf(pid)
  let highest = before
  let over = false
  const looking = (async () => {
    for (; !over; await sleep(20)) highest = Math.max(highest, memoryOf(pid))
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
