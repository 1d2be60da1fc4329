import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A cgroup for a server and all of its processes, the embedded PostgreSQL too. */
export interface MemoryLimit {
  /** For `startServer`: a program that execs the server inside. */
  within: readonly string[]
  /** MB of its processes and of shared memory right now, without the file cache, which the kernel drops when memory is short. */
  used(): number
  /** How many of its processes the kernel has killed for lack of memory. */
  killed(): number
  /** Removes it, once its processes have ended, and leaves the machine's controllers as they were. */
  remove(): void
}

const MB = 1024 * 1024
/** The root of the memory controller: version 2, or version 1, which some systems mount beside it. */
const V2 = '/sys/fs/cgroup'
const V1 = '/sys/fs/cgroup/memory'

/** Makes a cgroup of so many megabytes without swap; returns why that is not possible here. */
export function limitMemory(megabytes: number): MemoryLimit | string {
  const two = existsSync(join(V2, 'cgroup.controllers'))
  const folder = join(two ? V2 : V1, `pianzhang-test-${randomUUID()}`)
  const control = join(V2, 'cgroup.subtree_control')
  const switchedOn = two && !readFileSync(control, 'utf8').split(/\s/).includes('memory')
  const undo = () => {
    if (existsSync(folder)) rmdirSync(folder)
    if (switchedOn) writeFileSync(control, '-memory')
  }
  try {
    if (switchedOn) writeFileSync(control, '+memory')
    mkdirSync(folder)
    writeFileSync(join(folder, two ? 'memory.max' : 'memory.limit_in_bytes'), String(megabytes * MB))
    const swap = join(folder, two ? 'memory.swap.max' : 'memory.memsw.limit_in_bytes')
    if (existsSync(swap)) writeFileSync(swap, String(two ? 0 : megabytes * MB))
  } catch (error) {
    undo()
    return (error as Error).message
  }
  const figure = (file: string, name: string) =>
    Number(
      new RegExp(`^${name} (\\d+)`, 'm').exec(readFileSync(join(folder, file), 'utf8'))?.[1] ?? Number.NaN,
    )
  return {
    within: ['sh', '-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', folder],
    used: () =>
      (figure('memory.stat', two ? 'anon' : 'total_rss') +
        figure('memory.stat', two ? 'shmem' : 'total_shmem')) /
      MB,
    killed: () => figure(two ? 'memory.events' : 'memory.oom_control', 'oom_kill'),
    remove: undo,
  }
}
