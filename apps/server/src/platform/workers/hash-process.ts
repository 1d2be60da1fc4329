import { hashNow, verifyNow } from '../login/argon2.ts'
import type { HashAnswer, HashJob } from './hash-processes.ts'

// Runs in the processes that hash-processes.ts starts.

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
