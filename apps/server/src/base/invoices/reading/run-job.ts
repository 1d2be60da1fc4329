import { pgError } from '../../../platform/database/database.ts'
import { type FileJob, runReadingJob } from '../../../platform/files/file-jobs.ts'
import { Failure } from '../../../platform/http/errors.ts'
import { errorForLog } from '../../../platform/http/log-error.ts'
import type { ProjectContext } from '../../../platform/http/route.ts'

/** The reason given for a file whose job ended without a result. */
export const TOO_MUCH = '读取该文件所需的时间或内存超过上限'

/** Error codes of the operating system (ENOSPC, EIO, EMFILE) and of PostgreSQL (53100), but not of decoders (Z_DATA_ERROR, ERR_…). */
const NOT_OF_THE_FILE = /^(E(?!RR_)[A-Z0-9]+|\d[0-9A-Z]{4})$/

/**
 * Runs a job on one file. Returns null if the job failed because of the file: too much memory or time, or a decoder's error. Throws 503 if
 * `signal` aborts or no slot is free, and rethrows errors of disk and database. `emit` gets the bytes that the job sends while it runs.
 */
export async function runJob<I, R>(
  context: ProjectContext,
  job: FileJob<I, R>,
  input: I,
  signal: AbortSignal,
  emit: (bytes: Buffer) => Promise<void> = async () => undefined,
): Promise<R | null> {
  const owner = { person: context.userCode, company: String(context.companyId) }
  try {
    return await runReadingJob(context.services, job, input, {
      owner,
      signal,
      report: () => undefined,
      emit,
    })
  } catch (error) {
    if (signal.aborted)
      throw new Failure('unavailable', '正在识别的发票较多，请稍后重试', [], { 'Retry-After': '30' })
    // No slot or no process: the job did not run, so the file is not at fault.
    if (error instanceof Failure && error.reason !== 'invalid') throw error
    if (NOT_OF_THE_FILE.test(pgError(error)?.code ?? '')) throw error
    // All other errors come from this file: logged, so that the other files of the request are still read.
    console.warn('a file of an invoice could not be read:', job.name, errorForLog(error as Error))
    return null
  }
}
