import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import { Failure, restarting } from './errors.ts'
import { goneSignal } from './gone.ts'
import type { Services } from './services.ts'
import { NoSlot, type SlotBounds, type SlotOwner } from './slots.ts'

/** Readers may be slow, and each holds a connection and a snapshot: no person takes all slots, and no company the last one. */
export const EXPORT_SLOTS = { total: 4, perPerson: 2, perCompany: 3 } satisfies SlotBounds

/** A slot and its connection, to read rows with. */
export class ExportSlot {
  readonly #client: pg.PoolClient
  readonly #release: () => void
  #state: 'acquired' | 'reading' | 'released' = 'acquired'

  constructor(client: pg.PoolClient, release: () => void) {
    this.#client = client
    this.#release = release
  }

  /** For whoever now reads, and then calls `end`. Throws if the answer was over before. */
  begin(): pg.PoolClient {
    if (this.#state !== 'acquired') throw new Error('the slot was released')
    this.#state = 'reading'
    return this.#client
  }

  /** `failed`: the connection is thrown away. */
  end(failed?: Error): void {
    if (this.#state === 'released') return
    this.#state = 'released'
    this.#client.release(failed)
    this.#release()
  }

  /** Nobody has begun to read, and nobody will. */
  leave(): void {
    if (this.#state === 'acquired') this.end()
  }
}

/**
 * Waits for a slot before the answer begins: who gets none in time is told so (429 where their own downloads take them, else 503), and does
 * not get a file that breaks off. It is released by the reader of the rows, or, where the answer is over before they were asked for, with the
 * answer.
 */
export async function acquireExportSlot(
  { exportSlots, exports, timing }: Services,
  owner: SlotOwner,
  reply: FastifyReply,
): Promise<ExportSlot> {
  const gone = goneSignal(reply)
  const { release } = await exportSlots
    .acquire(owner, { signal: gone, timeoutMs: timing.exportWaitMs })
    .catch((error: unknown) => {
      if (error instanceof NoSlot) throw inWords(error)
      // Nobody is there to be told.
      if (gone.aborted) throw new Failure('unavailable')
      throw error
    })
  const slot = await exports.connect().then(
    (client) => new ExportSlot(client, release),
    (error: unknown) => {
      release()
      throw error
    },
  )
  if (gone.aborted) slot.leave()
  else reply.raw.once('close', () => slot.leave())
  return slot
}

const RETRY = { 'Retry-After': '30' }

function inWords({ reason }: NoSlot): Failure {
  if (reason === 'perPerson')
    return new Failure(
      'tooMany',
      `您已有${EXPORT_SLOTS.perPerson}个导出文件正在下载，请等其中一个完成后再导出`,
      [],
      RETRY,
    )
  if (reason === 'perCompany')
    return new Failure('unavailable', '贵公司正在下载的导出文件较多，请稍后再导出', [], RETRY)
  if (reason === 'closed') return restarting()
  return new Failure('unavailable', '正在下载的导出文件较多，请稍后再导出', [], RETRY)
}
