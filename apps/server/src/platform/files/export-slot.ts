import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import { Failure, restarting } from '../http/errors.ts'
import { goneSignal } from '../http/gone.ts'
import type { Services } from '../services.ts'
import { NoSlot, type SlotBounds, type SlotOwner } from '../slots.ts'

/** A slow reader holds its slot, a connection and a snapshot: so no person can take all slots, and no company the last one. */
export const EXPORT_SLOTS = { total: 4, perPerson: 2, perCompany: 3 } satisfies SlotBounds

/** An export slot with its connection, released together. */
export class ExportSlot {
  readonly #client: pg.PoolClient
  readonly #release: () => void
  #state: 'acquired' | 'reading' | 'released' = 'acquired'

  constructor(client: pg.PoolClient, release: () => void) {
    this.#client = client
    this.#release = release
  }

  /** Returns the connection to read with; the reader must call `end`. Throws if the slot was released already. */
  begin(): pg.PoolClient {
    if (this.#state !== 'acquired') throw new Error('the slot was released')
    this.#state = 'reading'
    return this.#client
  }

  /** Releases the slot. `failed`: the connection is destroyed. */
  end(failed?: Error): void {
    if (this.#state === 'released') return
    this.#state = 'released'
    this.#client.release(failed)
    this.#release()
  }

  /** Releases the slot if reading has not begun. */
  releaseUnread(): void {
    if (this.#state === 'acquired') this.end()
  }
}

/**
 * Waits for a slot before the answer begins, so that a timeout is a failure (429 if the person's own downloads hold the slots, else 503) and
 * not a truncated file. The reader of the rows releases it; if the answer closes before reading begins, it is released then.
 */
export async function acquireExportSlot(
  { exportSlots, exports, replica, timing }: Services,
  owner: SlotOwner,
  reply: FastifyReply,
): Promise<ExportSlot> {
  const gone = goneSignal(reply)
  const { release } = await exportSlots
    .acquire(owner, { signal: gone, timeoutMs: timing.exportWaitMs })
    .catch((error: unknown) => {
      if (error instanceof NoSlot) throw toFailure(error)
      // The caller has disconnected: nobody reads this failure.
      if (gone.aborted) throw new Failure('unavailable')
      throw error
    })
  const connecting = replica
    ? replica.connect().then((client) => client ?? exports.connect())
    : exports.connect()
  const slot = await connecting.then(
    (client) => new ExportSlot(client, release),
    (error: unknown) => {
      release()
      throw error
    },
  )
  if (gone.aborted) slot.releaseUnread()
  else reply.raw.once('close', () => slot.releaseUnread())
  return slot
}

const RETRY = { 'Retry-After': '30' }

function toFailure({ reason }: NoSlot): Failure {
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
