import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { breathing } from '../../../platform/breathing.ts'
import { newCode } from '../../../platform/codes.ts'
import { copyLine } from '../../../platform/copy.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { giveBackNumbers, takeNumbers } from '../../../platform/numbers.ts'
import { lookAgain } from '../../../platform/planner.ts'
import { LINE_COLUMNS, type Owner, PAYMENT_COLUMNS } from '../insert.ts'
import { paymentNumber } from '../rules.ts'
import type { CheckedRow } from './check.ts'

/** Lines written by one COPY: what the database does once a statement costs little, and a progress bar moves. The first ones show the planner the tables. */
const CHUNK = 20_000
const FIRST_CHUNK = 1_000
/** Characters handed to COPY: each piece is a packet of its own, and a row is too small for one. */
const AT_ONCE = 32 * 1024

/** The transaction that is written in, its connection, and where the project's numbers come from. */
export interface Target {
  tx: Tx
  client: pg.PoolClient
  numbers: Db
  signal: AbortSignal
}

/** What one COPY of payments and one of lines write. */
class Chunk {
  /** So many payments came in the chunks before. */
  readonly known: number
  /** Those that begin here. */
  readonly payments: { header: CheckedRow['header']; amount: bigint }[] = []
  readonly lines = new Pieces()
  count = 0

  constructor(known: number) {
    this.known = known
  }
}

/** Text on its way to COPY, as bytes: many small strings that live for seconds would swell the heap. */
class Pieces {
  readonly #pieces: Buffer[] = []
  #text = ''

  add(text: string): void {
    this.#text += text
    if (this.#text.length >= AT_ONCE) this.#close()
  }

  all(): Buffer[] {
    this.#close()
    return this.#pieces
  }

  #close(): void {
    this.#pieces.push(Buffer.from(this.#text))
    this.#text = ''
  }
}

/**
 * Writes the rows of a spreadsheet while the next ones are read: chunk by chunk, payments and then their lines, each by COPY, through the
 * triggers that every write passes. Lines of one payment may stand anywhere in the file. Call `begin`, then `add` for each row, at last `end`
 * or `abandon`.
 */
export class PaymentWriter {
  /** Lines that are written. */
  written = 0
  readonly #target: Target
  readonly #owner: Owner
  #chunk = new Chunk(0)
  #room = FIRST_CHUNK
  #writing: Promise<void> = Promise.resolve()
  /** Of the payments by place, those so far and as many as the next chunk may begin. */
  readonly #ids: string[] = []
  /** Payments whose later lines came in another chunk: what these add to the amount, by id. */
  readonly #grown = new Map<string, bigint>()
  readonly #numbers: { first: bigint; last: bigint }[] = []

  constructor(target: Target, owner: Owner) {
    this.#target = target
    this.#owner = owner
  }

  async begin(): Promise<void> {
    // Of this transaction alone; see migration 0009.
    await sql`select set_config('pianzhang.fold_later', 'yes', true)`.execute(this.#target.tx)
    await this.#takeIds(FIRST_CHUNK)
  }

  /** Takes rows in the order of the file. A promise: wait for it before the next, there is no room yet. */
  add({ place, position, header, line }: CheckedRow): Promise<void> | undefined {
    const chunk = this.#chunk
    const id = this.#ids[place - 1] ?? null
    const own = chunk.payments[place - chunk.known - 1]
    if (own) own.amount += line.pay_amount
    else if (place > chunk.known) chunk.payments.push({ header, amount: line.pay_amount })
    else if (id !== null) this.#grown.set(id, (this.#grown.get(id) ?? 0n) + line.pay_amount)
    chunk.count += 1
    chunk.lines.add(
      copyLine([
        this.#owner.projectId,
        newCode(),
        id,
        position,
        line.subject_id,
        line.pay_channel,
        line.pay_category_id,
        line.voucher_category,
        line.face_tax_rate,
        line.contract_id,
        line.invoice_id,
        line.pay_amount,
        line.remark,
      ]),
    )
    return chunk.count < this.#room ? undefined : this.#next()
  }

  /** Resolves when all is written. */
  async end(): Promise<void> {
    if (this.#chunk.count > 0) await this.#next()
    await this.#writing
    const { projectId } = this.#owner
    if (this.#grown.size > 0)
      await sql`update cost_executions c set pay_amount = c.pay_amount + g.amount
        from unnest(${[...this.#grown.keys()]}::bigint[], ${[...this.#grown.values()].map(String)}::bigint[]) g(id, amount)
        where c.project_id = ${projectId} and c.id = g.id`.execute(this.#target.tx)
    await sql`select fold_cost_execution_changes(${projectId})`.execute(this.#target.tx)
  }

  /** For a transaction that is taken back: resolves when its connection is at rest. */
  async abandon(): Promise<void> {
    await this.#writing.catch(() => undefined)
    for (const range of this.#numbers.toReversed()) {
      // Where the database is gone, too, they stay a gap; the reason is on its way to the caller already.
      const back = giveBackNumbers(this.#target.numbers, this.#owner.projectId, 'cost_execution', range)
      if (!(await back.catch(() => false))) return
    }
  }

  /** One chunk is written, one more may be waiting for it, with the numbers that it needs. */
  async #next(): Promise<void> {
    const chunk = this.#chunk
    const known = chunk.known + chunk.payments.length
    this.#chunk = new Chunk(known)
    this.#room = CHUNK
    const first = await this.#takeNumbers(chunk.payments.length)
    await this.#takeIds(known + CHUNK)
    await this.#writing
    this.#writing = this.#write(chunk, first)
    // Who waits for it is told; until then it is nobody's.
    this.#writing.catch(() => undefined)
  }

  async #takeNumbers(count: number): Promise<bigint> {
    if (count === 0) return 0n
    const first = await takeNumbers(this.#target.numbers, this.#owner.projectId, 'cost_execution', count)
    this.#numbers.push({ first, last: first + BigInt(count) - 1n })
    return first
  }

  /** Outside of the transaction, which is busy: what is taken is nobody else's in any case, and nobody misses one. */
  async #takeIds(upTo: number): Promise<void> {
    const { rows } = await sql<{ ids: string | null }>`
      select string_agg(nextval(s.name)::text, ',') as ids
      from (select pg_get_serial_sequence('cost_executions', 'id')::regclass as name offset 0) s,
        generate_series(1, ${upTo - this.#ids.length}::int4)`.execute(this.#target.numbers)
    for (const id of rows[0]?.ids?.split(',') ?? []) this.#ids.push(id)
  }

  async #write(chunk: Chunk, first: bigint): Promise<void> {
    this.#target.signal.throwIfAborted()
    if (chunk.payments.length > 0)
      await this.#copy(`cost_executions (${PAYMENT_COLUMNS}, id)`, this.#payments(chunk, first))
    await this.#copy(`cost_execution_details (${LINE_COLUMNS})`, chunk.lines.all())
    if (this.written === 0) await lookAgain(this.#target.tx)
    this.written += chunk.count
  }

  async #copy(target: string, pieces: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
    const { client, signal } = this.#target
    await pipeline(Readable.from(pieces), client.query(copyFrom(`copy ${target} from stdin`)), { signal })
  }

  async *#payments({ payments, known }: Chunk, first: bigint): AsyncGenerator<Buffer> {
    const { projectId, userId, importId, now } = this.#owner
    const at = now.toISOString()
    const breathe = breathing()
    let lines = new Pieces()
    for (const [index, { header, amount }] of payments.entries()) {
      lines.add(
        copyLine([
          projectId,
          paymentNumber(header.pay_at, first + BigInt(index)),
          header.pay_at,
          header.payer,
          header.post,
          header.summary,
          amount,
          userId,
          importId,
          at,
          at,
          this.#ids[known + index] ?? null,
        ]),
      )
      const breath = breathe()
      if (!breath) continue
      yield* lines.all()
      lines = new Pieces()
      await breath
    }
    yield* lines.all()
  }
}
