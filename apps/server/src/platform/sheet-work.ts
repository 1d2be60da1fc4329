import { Failure, restarting } from './errors.ts'
import type { ProjectScope } from './guard.ts'
import type { Report } from './import-stream.ts'
import type { ProjectContext } from './route.ts'
import type { Services } from './services.ts'
import { NoSlot, type SlotBounds, type SlotOwner } from './slots.ts'

/** A spreadsheet may take 256 MB unpacked: so many are read at once, one of a person, and the others wait. */
export const SHEET_SLOTS = { total: 2, perPerson: 1, waitingPerPerson: 20 } satisfies SlotBounds

/** How a job tells of itself, and what ends it. */
export interface SheetTask {
  report: Report
  /** Hands bytes on to the caller; resolves when there is room for more. */
  emit(bytes: Buffer): Promise<void>
  signal: AbortSignal
}

/**
 * Work on one uploaded spreadsheet, which a stranger may have made to hurt: it runs in a process of its own where there is one
 * (`bulk/sheet-processes.ts`). Input and result must survive a structured clone.
 */
export interface SheetJob<I, R> {
  name: string
  run(services: Services, input: I, task: SheetTask): Promise<R>
}

/** Runs jobs elsewhere. Throws what the job threw, as far as a caller is told of it. */
export interface SheetRunner {
  run(name: string, input: unknown, task: SheetTask): Promise<unknown>
}

/** Who works on a spreadsheet, as far as a job needs it. */
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

/** Only what can be sent to another process. */
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
  /** Called when the job has to wait for a slot (so many are before it), and with null when it has got it. */
  waiting?(ahead: number | null): void
  /** Longest wait in ms; without it as long as it takes. */
  timeoutMs?: number
}

/** Waits for a slot, then runs the job. Throws `Failure` where there is none, and the signal's reason where the caller went away. */
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
      throw error instanceof NoSlot ? inWords(error) : error
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

function inWords({ reason }: NoSlot): Failure {
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
