import { readFileSync } from 'node:fs'
import { clusterDir } from './account.ts'
import { readPostmaster } from './leftover-processes.ts'

/** Whether this process is a backend of the PostgreSQL of this data folder: the pids of another server belong to other processes here. */
export function isBackendOf(dataDir: string, pid: number): boolean {
  const postmaster = readPostmaster(clusterDir(dataDir))
  return postmaster !== null && parentOf(pid) === postmaster.pid
}

/** The pid of the process's parent; null if the process has ended, or on a system without /proc. */
function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}
