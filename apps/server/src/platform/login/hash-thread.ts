import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import type { HashAnswer, HashJob } from './hash-threads.ts'

// Runs in the threads that hash-threads.ts starts.

/** Of 0–19: other threads and PostgreSQL go first, and where they leave nothing, a hash still has a tenth of a core. */
const NICENESS = 10

// For Linux, niceness is a thread's: 0 is the calling one. Elsewhere it would be the whole server's.
if (process.platform === 'linux')
  try {
    setPriority(0, NICENESS)
  } catch (error) {
    // Refused by a sandbox: hashes then compete with requests.
    console.warn('the priority of a hash thread:', error)
  }

const run = (job: HashJob): HashAnswer => {
  try {
    return {
      result: 'stored' in job ? verifySync(job.stored, job.password) : hashSync(job.password, job.parameters),
    }
  } catch (error) {
    return { error }
  }
}

parentPort?.on('message', (job: HashJob) => parentPort?.postMessage(run(job)))
