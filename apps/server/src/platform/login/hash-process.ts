import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { hashNow, verifyNow } from './argon2.ts'
import type { HashAnswer, HashJob } from './hash-processes.ts'

// Runs in the processes that hash-processes.ts starts.

/** 0 to 19: the server and PostgreSQL get the CPU first; on a core that they use fully, a hash still gets a tenth. */
const NICENESS = 10

try {
  setPriority(NICENESS)
  // With autogroup scheduling Linux divides the CPU by sessions, so the niceness of the session counts.
  if (process.platform === 'linux') writeFileSync('/proc/self/autogroup', String(NICENESS))
} catch (error) {
  // Without autogroup the kernel has no such file. In a sandbox that refuses it, hashes compete with requests for the CPU.
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
    console.warn('the priority of a process that hashes passwords:', error)
}

const run = (job: HashJob): HashAnswer => {
  try {
    return {
      result: 'stored' in job ? verifyNow(job.stored, job.password) : hashNow(job.password, job.parameters),
    }
  } catch (error) {
    return { error }
  }
}

process.on('message', (job: HashJob) =>
  process.send?.(run(job), (error: Error | null) => {
    // The server ended meanwhile: nobody waits for the result.
    if (error) process.exit()
  }),
)
