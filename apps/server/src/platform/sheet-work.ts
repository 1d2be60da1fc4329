import { Failure, restarting } from './errors.ts'
import type { ProjectScope } from './guard.ts'
import type { Report } from './import-stream.ts'
import type { ProjectContext } from './route.ts'
import type { Services } from './services.ts'
import { NoSlot, type SlotBounds, type SlotOwner } from './slots.ts'

/** A spreadsheet may take 256 MB when unpacked, so this many are read at once, one per person; the others wait. */
export const SHEET_SLOTS = { total: 2, perPerson: 1, waitingPerPerson: 20 } satisfies SlotBounds

/** What a running job reports to, and the signal that aborts it. */
export interface SheetTask {
  report: Report
  /** Sends bytes to the caller; resolves when there is room for more. */
  emit(bytes: Buffer): Promise<void>
  signal: AbortSignal
}

/**
 * Work on one uploaded, possibly hostile, spreadsheet. It runs in a child process where there is one
 * (`bulk/sheet-processes.ts`), so input and result must survive a structured clone.
 */
export interface SheetJob<I, R> {
  name: string
  run(services: Services, input: I, task: SheetTask): Promise<R>
}

/** Runs jobs in a child process. Throws the job's `Failure`; other errors without their details. */
export interface SheetRunner {
  run(name: string, input: unknown, task: SheetTask): Promise<unknown>
}

/** The fields of a context that a job needs. */
export interface SheetAuthor {
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
export type SheetContext = SheetAuthor & { services: Services }

/** Copies the fields that can be sent to another process. */
export function authorOf(context: ProjectContext): SheetAuthor {
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

export interface SheetCaller extends SheetTask {
  owner: SlotOwner
  /** Called with the number of jobs ahead while waiting for a slot, and with null on getting it. */
  waiting?(ahead: number | null): void
  /** Longest wait in ms; by default unlimited. */
  timeoutMs?: number
}

/**
 * Waits for a slot, then runs the job. Throws a `Failure` without a slot in time, and the signal's reason if the
 * caller disconnected.
 */
export async function runSheetJob<I, R>(
  services: Services,
  job: SheetJob<I, R>,
  input: I,
  { owner, waiting, timeoutMs, ...task }: SheetCaller,
): Promise<R> {
  let waited = false
  const onWaiting = (ahead: number) => {
    waited = true
    waiting?.(ahead)
  }
  const { release } = await services.sheetSlots
    .acquire(owner, { signal: task.signal, onWaiting, timeoutMs })
    .catch((error: unknown) => {
      throw error instanceof NoSlot ? slotFailure(error) : error
    })
  try {
    if (waited) waiting?.(null)
    const { sheetRunner } = services
    return sheetRunner
      ? ((await sheetRunner.run(job.name, input, task)) as R)
      : await job.run(services, input, task)
  } finally {
    release()
  }
}

function slotFailure({ reason }: NoSlot): Failure {
  if (reason === 'waitingPerPerson')
    return new Failure(
      'tooMany',
      `您已有${SHEET_SLOTS.waitingPerPerson}个文件在排队，请等其中一些完成后再试`,
      [],
      { 'Retry-After': '30' },
    )
  if (reason === 'closed') return restarting()
  return new Failure('unavailable', '正在处理的表格文件较多，请稍后重试', [], { 'Retry-After': '30' })
}
