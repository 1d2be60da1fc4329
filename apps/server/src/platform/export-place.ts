import type { FastifyReply } from 'fastify'
import type pg from 'pg'

/** One of the few connections that exports read with. */
export class Place {
  readonly #client: pg.PoolClient
  #state: 'kept' | 'reading' | 'given back' = 'kept'

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  /** For whoever now reads, and then ends it. Throws if the answer was over before. */
  begin(): pg.PoolClient {
    if (this.#state !== 'kept') throw new Error('the place was given back')
    this.#state = 'reading'
    return this.#client
  }

  /** `failed`: the connection is thrown away. */
  end(failed?: Error): void {
    if (this.#state === 'given back') return
    this.#state = 'given back'
    this.#client.release(failed)
  }

  /** Nobody has begun to read, and nobody will. */
  leave(): void {
    if (this.#state === 'kept') this.end()
  }
}

/**
 * Waits for a free connection before the answer begins: who gets none in time is told so (503), and does not get a file that breaks off.
 * It is given back by the reader of the rows, or, where the answer is over before they were asked for, with the answer.
 */
export async function takePlace(pool: pg.Pool, { raw }: FastifyReply): Promise<Place> {
  const place = new Place(await pool.connect())
  // Gone while we waited: the event was before us.
  if (raw.closed || raw.destroyed) place.leave()
  else raw.once('close', () => place.leave())
  return place
}
