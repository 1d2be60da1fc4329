import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { from as copyFrom } from 'pg-copy-streams'
import { breathing } from '../../../platform/breathing.ts'
import { newCode } from '../../../platform/codes.ts'
import { copyOf } from '../../../platform/copy.ts'
import { ChangedMeanwhile } from '../../../platform/database.ts'
import { takeNumbers } from '../../../platform/numbers.ts'
import { lookAgain } from '../../../platform/planner.ts'
import { keysOf } from '../../../platform/sheet-import/columns.ts'
import type { ImportTarget, RowWriter } from '../../../platform/sheet-import/ledger.ts'
import { LINE_COLUMNS, PAYMENT_COLUMNS } from '../insert.ts'
import { lockChecked } from '../references.ts'
import { paymentNumber } from '../rules.ts'
import type { PaymentRow } from './rules.ts'

/** Lines written by one COPY: what the database does once a statement costs little, and a progress bar moves. The first ones show the planner the tables. */
const CHUNK = 20_000
const FIRST_CHUNK = 1_000
/** Characters handed to COPY: each piece is a packet of its own, and a row is too small for one. */
const AT_ONCE = 32 * 1024

const PAYMENTS = copyOf('cost_executions', [
  'project_id',
  'id',
  ...keysOf(PAYMENT_COLUMNS),
  'creator_id',
  'import_id',
  'created_at',
  'updated_at',
])
const LINES = copyOf('cost_execution_details', ['project_id', 'cost_execution_id', ...keysOf(LINE_COLUMNS)])

/** What one COPY of payments and one of lines write. */
class Chunk {
  /** So many payments came in the chunks before. */
  readonly known: number
  /** Those that begin here. */
  readonly payments: { header: PaymentRow['header']; amount: bigint }[] = []
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
 * triggers that every write passes. Lines of one payment may stand anywhere in the file. Call `begin` first.
 */
export class PaymentWriter implements RowWriter<PaymentRow> {
  /** Lines that are written. */
  written = 0
  readonly #target: ImportTarget
  #chunk = new Chunk(0)
  #room = FIRST_CHUNK
  #writing: Promise<void> = Promise.resolve()
  /** Of the payments by ordinal number, those so far and as many as the next chunk may begin. */
  readonly #ids: string[] = []
  /** Payments whose later lines came in another chunk: what these add to the amount, by id. */
  readonly #grown = new Map<string, bigint>()
  /** What the rules looked at without a lock. */
  readonly #contracts = new Set<bigint>()
  readonly #invoices = new Set<bigint>()

  constructor(target: ImportTarget) {
    this.#target = target
  }

  async begin(): Promise<void> {
    // Of this transaction alone; see migration 0009.
    await sql`select set_config('pianzhang.fold_later', 'yes', true)`.execute(this.#target.tx)
    await this.#takeIds(FIRST_CHUNK)
  }

  /** Takes rows in the order of the file. A promise: wait for it before the next, there is no room yet. */
  add({ ordinal, position, header, line }: PaymentRow): Promise<void> | undefined {
    const chunk = this.#chunk
    const id = this.#ids[ordinal - 1] ?? null
    const own = chunk.payments[ordinal - chunk.known - 1]
    if (own) own.amount += line.pay_amount
    else if (ordinal > chunk.known) chunk.payments.push({ header, amount: line.pay_amount })
    else if (id !== null) this.#grown.set(id, (this.#grown.get(id) ?? 0n) + line.pay_amount)
    if (line.contract_id !== null) this.#contracts.add(line.contract_id)
    if (line.invoice_id !== null) this.#invoices.add(line.invoice_id)
    const { projectId } = this.#target
    chunk.count += 1
    chunk.lines.add(
      LINES.line({ ...line, project_id: projectId, cost_execution_id: id, code: newCode(), position }),
    )
    return chunk.count < this.#room ? undefined : this.#next()
  }

  async end(): Promise<void> {
    if (this.#chunk.count > 0) await this.#next()
    await this.#writing
    const { tx, projectId } = this.#target
    if (this.#grown.size > 0)
      await sql`update cost_executions c set pay_amount = c.pay_amount + g.amount
        from unnest(${[...this.#grown.keys()]}::bigint[], ${[...this.#grown.values()].map(String)}::bigint[]) g(id, amount)
        where c.project_id = ${projectId} and c.id = g.id`.execute(tx)
    await sql`select fold_cost_execution_changes(${projectId})`.execute(tx)
    // At the end, for an import takes long, and nobody shall wait for it to edit a contract.
    if (!(await lockChecked(tx, projectId, this.#contracts, this.#invoices)))
      throw new ChangedMeanwhile('a contract or an invoice of the spreadsheet changed')
  }

  async settle(): Promise<void> {
    await this.#writing.catch(() => undefined)
  }

  /** One chunk is written, one more may be waiting for it, with the numbers that it needs. */
  async #next(): Promise<void> {
    const chunk = this.#chunk
    const known = chunk.known + chunk.payments.length
    this.#chunk = new Chunk(known)
    this.#room = CHUNK
    const { services, projectId } = this.#target
    const count = chunk.payments.length
    const first = count > 0 ? await takeNumbers(services.numbers, projectId, 'cost_execution', count) : 0n
    await this.#takeIds(known + CHUNK)
    await this.#writing
    this.#writing = this.#write(chunk, first)
    // Who waits for it is told; until then it is nobody's.
    this.#writing.catch(() => undefined)
  }

  /** Outside of the transaction, which is busy: what is taken is nobody else's in any case, and nobody misses one. */
  async #takeIds(upTo: number): Promise<void> {
    const { rows } = await sql<{ ids: string | null }>`
      select string_agg(nextval(s.name)::text, ',') as ids
      from (select pg_get_serial_sequence('cost_executions', 'id')::regclass as name offset 0) s,
        generate_series(1, ${upTo - this.#ids.length}::int4)`.execute(this.#target.services.numbers)
    for (const id of rows[0]?.ids?.split(',') ?? []) this.#ids.push(id)
  }

  async #write(chunk: Chunk, first: bigint): Promise<void> {
    this.#target.signal.throwIfAborted()
    if (chunk.payments.length > 0) await this.#copy(PAYMENTS.statement, this.#payments(chunk, first))
    await this.#copy(LINES.statement, chunk.lines.all())
    if (this.written === 0) await lookAgain(this.#target.tx)
    this.written += chunk.count
  }

  async #copy(statement: string, pieces: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
    const { client, signal } = this.#target
    await pipeline(Readable.from(pieces), client.query(copyFrom(statement)), { signal })
  }

  async *#payments({ payments, known }: Chunk, first: bigint): AsyncGenerator<Buffer> {
    const { projectId, userId, importId, now } = this.#target
    const at = now.toISOString()
    const breathe = breathing()
    let lines = new Pieces()
    for (const [index, { header, amount }] of payments.entries()) {
      lines.add(
        PAYMENTS.line({
          ...header,
          project_id: projectId,
          id: this.#ids[known + index] ?? null,
          code: paymentNumber(header.pay_at, first + BigInt(index)),
          pay_amount: amount,
          creator_id: userId,
          import_id: importId,
          created_at: at,
          updated_at: at,
        }),
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
