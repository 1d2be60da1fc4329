import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { breathing } from '@pianzhang/xlsx'
import { sql } from 'kysely'
import { from as copyFrom } from 'pg-copy-streams'
import type { LineUse } from '../../../base/invoices/allocate.ts'
import { addUsesOf } from '../../../base/invoices/uses.ts'
import { lockNamed } from '../../../base/payees/words.ts'
import { newCode } from '../../../platform/codes.ts'
import { inSlice } from '../../../platform/database/connections/background.ts'
import { copyOf } from '../../../platform/database/copy.ts'
import { ChangedMeanwhile } from '../../../platform/database/database.ts'
import { analyzeEmptiedTables } from '../../../platform/database/planner.ts'
import { projectHas } from '../../../platform/features.ts'
import { onNumbers, takeNumbers } from '../../../platform/numbers.ts'
import { keysOf } from '../../../platform/sheet-import/columns.ts'
import type { ImportTarget, RowWriter } from '../../../platform/sheet-import/ledger.ts'
import { LINE_COLUMNS, PAYMENT_COLUMNS, takeIds } from '../insert.ts'
import { lockChecked } from '../references.ts'
import { paymentNumber } from '../rules.ts'
import type { PaymentRow } from './rules.ts'

/**
 * Lines per COPY: so many that the triggers' cost per statement does not matter. The first chunk is small, so that
 * ANALYZE runs early.
 */
const CHUNK = 20_000
const FIRST_CHUNK = 1_000
/** Characters per piece handed to COPY: each piece becomes a network packet, for which a single row is too small. */
const PIECE_LENGTH = 32 * 1024

const PAYMENTS = copyOf('payments', [
  'project_id',
  'id',
  ...keysOf(PAYMENT_COLUMNS),
  'creator_id',
  'import_id',
  'created_at',
  'updated_at',
])
const LINES = copyOf('payment_lines', ['project_id', 'payment_id', ...keysOf(LINE_COLUMNS)])

/** The rows of one COPY of payments and one COPY of lines. */
class Chunk {
  /** The number of payments in earlier chunks. */
  readonly paymentsBefore: number
  /** Payments whose first line is in this chunk. */
  readonly payments: (Pick<PaymentRow, 'header' | 'payee_id'> & { amount: bigint })[] = []
  readonly lines = new Pieces()
  count = 0

  constructor(paymentsBefore: number) {
    this.paymentsBefore = paymentsBefore
  }
}

/** Collects text for COPY in byte buffers, as many small strings that live for seconds would grow the heap. */
class Pieces {
  readonly #pieces: Buffer[] = []
  #text = ''

  add(text: string): void {
    this.#text += text
    if (this.#text.length >= PIECE_LENGTH) this.#close()
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
 * Writes the rows of a spreadsheet while later rows are read: for each chunk one COPY of its new payments and one of its
 * lines, both of which fire the INSERT triggers. A payment's lines may be in several chunks. Call `begin` first.
 */
export class PaymentWriter implements RowWriter<PaymentRow> {
  /** Lines written so far. */
  written = 0
  readonly #target: ImportTarget
  #chunk = new Chunk(0)
  #capacity = FIRST_CHUNK
  #writing: Promise<void> = Promise.resolve()
  /** Ids of payments, by ordinal - 1: reserved for the payments so far and for all that the next chunk may begin. */
  readonly #ids: string[] = []
  /** By payment id, the amount that later chunks add to a payment of an earlier chunk. */
  readonly #additions = new Map<string, bigint>()
  /** Payees that the rules checked without a lock. */
  readonly #payees = new Set<bigint>()
  /** Contracts that the rules checked without a lock. */
  readonly #contracts = new Set<bigint>()
  /** Lines with invoices, which the rules checked without a lock. */
  readonly #invoiced: { ordinal: number; code: string; uses: readonly LineUse[] }[] = []

  constructor(target: ImportTarget) {
    this.#target = target
  }

  async begin(): Promise<void> {
    // The triggers then leave adding changes to totals to `end`. Local to this transaction, see `fold_now_and_then`.
    await sql`select set_config('pianzhang.fold_later', 'yes', true)`.execute(this.#target.tx)
    await this.#takeIds(FIRST_CHUNK)
  }

  /** Adds rows in the order of the file. If it returns a promise, await it before the next call (back-pressure). */
  add({ ordinal, position, header, payee_id, line }: PaymentRow): Promise<void> | undefined {
    const chunk = this.#chunk
    const id = this.#ids[ordinal - 1] ?? null
    const own = chunk.payments[ordinal - chunk.paymentsBefore - 1]
    if (own) own.amount += line.pay_amount
    else if (ordinal > chunk.paymentsBefore)
      chunk.payments.push({ header, payee_id, amount: line.pay_amount })
    else if (id !== null) this.#additions.set(id, (this.#additions.get(id) ?? 0n) + line.pay_amount)
    if (payee_id !== null) this.#payees.add(payee_id)
    if (line.contract_id !== null) this.#contracts.add(line.contract_id)
    const { projectId } = this.#target
    const code = newCode()
    if (line.uses.length > 0) this.#invoiced.push({ ordinal, code, uses: line.uses })
    chunk.count += 1
    chunk.lines.add(LINES.line({ ...line, project_id: projectId, payment_id: id, code, position }))
    return chunk.count < this.#capacity ? undefined : this.#next()
  }

  async end(): Promise<void> {
    if (this.#chunk.count > 0) await this.#next()
    await this.#writing
    const { tx, projectId } = this.#target
    if (this.#additions.size > 0)
      await sql`update payments c set pay_amount = c.pay_amount + g.amount
        from unnest(${[...this.#additions.keys()]}::bigint[], ${[...this.#additions.values()].map(String)}::bigint[]) g(id, amount)
        where c.project_id = ${projectId} and c.id = g.id`.execute(tx)
    await sql`select fold_sum_changes(${projectId})`.execute(tx)
    // Locked only at the end: an import takes long and must not block edits of contracts meanwhile. Payees first, as a merge locks them.
    if (!(await lockNamed(tx, projectId, this.#payees)))
      throw new ChangedMeanwhile('a payee of the spreadsheet was deleted or merged')
    const uses = new Map<bigint, bigint>()
    for (const { invoice_id: id, amount } of this.#invoiced.flatMap((line) => line.uses))
      uses.set(id, (uses.get(id) ?? 0n) + amount)
    const several = await projectHas(tx, projectId, 'missing_invoice')
    if (!(await lockChecked(tx, projectId, this.#contracts, uses, several)))
      throw new ChangedMeanwhile('a contract or an invoice of the spreadsheet changed')
    await addUsesOf(
      tx,
      projectId,
      this.#invoiced.map(({ ordinal, ...line }) => ({ ...line, payment_id: this.#ids[ordinal - 1] ?? '' })),
    )
  }

  async untilIdle(): Promise<void> {
    await this.#writing.catch(() => undefined)
  }

  /**
   * Takes payment numbers for the full chunk and writes it after the previous chunk: at most one chunk is being written
   * and one waits.
   */
  async #next(): Promise<void> {
    const chunk = this.#chunk
    const paymentsBefore = chunk.paymentsBefore + chunk.payments.length
    this.#chunk = new Chunk(paymentsBefore)
    this.#capacity = CHUNK
    const { services, projectId } = this.#target
    const count = chunk.payments.length
    const first = count > 0 ? await takeNumbers(services.numbers, projectId, 'cost_execution', count) : 0n
    await this.#takeIds(paymentsBefore + CHUNK)
    await this.#writing
    this.#writing = this.#write(chunk, first)
    // The next `await` of it rethrows an error; until then this prevents an unhandled rejection.
    this.#writing.catch(() => undefined)
  }

  /** Takes ids on another connection, as the transaction's connection is busy with COPY. */
  async #takeIds(upTo: number): Promise<void> {
    const { numbers } = this.#target.services
    const taken = await onNumbers(takeIds(numbers, 'payments', upTo - this.#ids.length))
    for (const id of taken) this.#ids.push(id)
  }

  async #write(chunk: Chunk, first: bigint): Promise<void> {
    this.#target.signal.throwIfAborted()
    if (chunk.payments.length > 0) await this.#copy(PAYMENTS.statement, this.#payments(chunk, first))
    await this.#copy(LINES.statement, chunk.lines.all())
    if (this.written === 0) await analyzeEmptiedTables(this.#target.tx)
    this.written += chunk.count
  }

  async #copy(statement: string, pieces: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
    const { client, signal } = this.#target
    await inSlice(client, () =>
      pipeline(Readable.from(pieces), client.query(copyFrom(statement)), { signal }),
    )
  }

  async *#payments({ payments, paymentsBefore }: Chunk, first: bigint): AsyncGenerator<Buffer> {
    const { projectId, userId, importId, now } = this.#target
    const at = now.toISOString()
    const breathe = breathing()
    let lines = new Pieces()
    for (const [index, { header, payee_id, amount }] of payments.entries()) {
      lines.add(
        PAYMENTS.line({
          ...header,
          project_id: projectId,
          id: this.#ids[paymentsBefore + index] ?? null,
          code: paymentNumber(header.pay_at, first + BigInt(index)),
          pay_amount: amount,
          payee_id,
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
