import type { ProjectScope } from '../http/account.ts'
import { Failure, restarting } from '../http/errors.ts'
import type { ProjectContext } from '../http/route.ts'
import type { Services } from '../services.ts'
import { NoSlot, type SlotBounds, type SlotOwner, type Slots } from '../slots.ts'
import type { FileRunner, FileTask } from './file-runner.ts'

/** A spreadsheet may take 256 MB when unpacked, so only two are read at once, one per person; further ones wait. */
export const SHEET_SLOTS = { total: 2, perPerson: 1, waitingPerPerson: 20 } satisfies SlotBounds

/**
 * Slots for pictures and originals of invoices, which processes of their own read, so that they do not wait behind a spreadsheet of
 * minutes. A person uploads ten at once; one of them is read at a time.
 */
export const READING_SLOTS = { total: 2, perPerson: 1, waitingPerPerson: 60 } satisfies SlotBounds

/** Slots for uploaded pictures, which the same processes decode: the picture of a payment does not wait behind its person's invoices. */
export const PICTURE_SLOTS = { total: 2, perPerson: 2, waitingPerPerson: 60 } satisfies SlotBounds

/**
 * Work on one uploaded, possibly hostile, file. It runs in a child process where there is one
 * (`workers/file-processes.ts`), so input and result must survive a structured clone.
 */
export interface FileJob<I, R> {
  name: string
  /** `import.meta.url` of a file that exports it in `JOBS`: a child process loads that file, and no others. */
  source: string
  run(services: Services, input: I, task: FileTask): Promise<R>
}

/** The fields of a context that a job needs. */
export interface JobAuthor {
  userId: bigint
  sessionId: bigint
  userCode: string
  userName: string
  companyId: bigint
  address: string
  requestId: string
  clientId: string | null
  now: Date
  baseUrl: string
  project: ProjectScope
}
export type JobContext = JobAuthor & { services: Services }

/** Copies the fields that can be sent to another process. */
export function authorOf(context: ProjectContext): JobAuthor {
  const { userId, sessionId, userCode, userName, companyId, project } = context
  const { address, requestId, clientId, now, baseUrl } = context
  return {
    userId,
    sessionId,
    userCode,
    userName,
    companyId,
    project,
    address,
    requestId,
    clientId,
    now,
    baseUrl,
  }
}

interface JobCaller extends FileTask {
  owner: SlotOwner
  /** Called with the number of jobs ahead while waiting for a slot, and with null on getting it. */
  waiting?(ahead: number | null): void
  /** Longest wait in ms; by default unlimited. */
  timeoutMs?: number
}

/**
 * Reads a spreadsheet: waits for a slot, then runs the job. Throws a `Failure` without a slot in time, and the signal's
 * reason if the caller disconnected.
 */
export const runSheetJob = <I, R>(
  services: Services,
  job: FileJob<I, R>,
  input: I,
  caller: JobCaller,
): Promise<R> => runJob(services, services.sheetSlots, services.sheetRunner, job, input, caller)

/** `runSheetJob` for a picture of a payment or another record. */
export const runPictureJob = <I, R>(
  services: Services,
  job: FileJob<I, R>,
  input: I,
  caller: JobCaller,
): Promise<R> => runJob(services, services.pictureSlots, services.readingRunner, job, input, caller)

/** `runSheetJob` for a picture or an original of an invoice, with separate slots and processes. */
export const runReadingJob = <I, R>(
  services: Services,
  job: FileJob<I, R>,
  input: I,
  caller: JobCaller,
): Promise<R> => runJob(services, services.readingSlots, services.readingRunner, job, input, caller)

async function runJob<I, R>(
  services: Services,
  slots: Slots,
  runner: FileRunner | undefined,
  job: FileJob<I, R>,
  input: I,
  { owner, waiting, timeoutMs, ...task }: JobCaller,
): Promise<R> {
  let waited = false
  const onWaiting = (ahead: number) => {
    waited = true
    waiting?.(ahead)
  }
  const { release } = await slots
    .acquire(owner, { signal: task.signal, onWaiting, timeoutMs })
    .catch((error: unknown) => {
      throw error instanceof NoSlot ? slotFailure(error, slots) : error
    })
  try {
    if (waited) waiting?.(null)
    return runner ? ((await runner.run(job, input, task)) as R) : await job.run(services, input, task)
  } finally {
    release()
  }
}

function slotFailure({ reason }: NoSlot, { bounds }: Slots): Failure {
  if (reason === 'waitingPerPerson')
    return new Failure(
      'tooMany',
      `您已有${bounds.waitingPerPerson}个文件在排队，请等其中一些完成后再试`,
      [],
      { 'Retry-After': '30' },
    )
  if (reason === 'closed') return restarting()
  return new Failure('unavailable', '正在处理的文件较多，请稍后重试', [], { 'Retry-After': '30' })
}
