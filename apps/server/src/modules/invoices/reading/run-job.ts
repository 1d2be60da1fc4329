import { pgError } from '../../../platform/database/database.ts'
import { type FileJob, runReadingJob } from '../../../platform/files/file-jobs.ts'
import { Failure } from '../../../platform/http/errors.ts'
import { errorForLog } from '../../../platform/http/log-error.ts'
import type { ProjectContext } from '../../../platform/http/route.ts'

/** Said of a file whose job ended without a result. */
export const TOO_MUCH = '读取该文件所需的时间或内存超过上限'

/** Codes of the system (ENOSPC, EIO, EMFILE) and of PostgreSQL (53100); not those of decoders (Z_DATA_ERROR, ERR_…). */
const NOT_OF_THE_FILE = /^(E(?!RR_)[A-Z0-9]+|\d[0-9A-Z]{4})$/

/**
 * The result of a job on one file, or null where it ended because of the file: its memory, its time, an error of a decoder. Throws 503 if `signal` aborts
 * or no slot is free, and errors of the disk and the database as they are. `emit` gets the bytes that the job sends meanwhile.
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
    // No slot, no process: nothing was found out about the file.
    if (error instanceof Failure && error.reason !== 'invalid') throw error
    if (NOT_OF_THE_FILE.test(pgError(error)?.code ?? '')) throw error
    // All other errors come from this file: logged, so that the other files of the request are still read.
    console.warn('a file of an invoice could not be read:', job.name, errorForLog(error as Error))
    return null
  }
}
