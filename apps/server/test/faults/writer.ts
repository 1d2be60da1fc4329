import { setTimeout as sleep } from 'node:timers/promises'
import { yuan } from '@pianzhang/contract/money'
import { expect } from 'vitest'
import type { Random } from '../../src/start/demo/random.ts'
import type { Owner } from '../harness/company-on.ts'
import type { Answer } from '../harness/harness.ts'
import { ask } from '../harness/recount.ts'

const PATIENCE_MS = 60_000

/** The last acknowledged state of each payment by key; null: deletion acknowledged. */
export type Acknowledged = Map<string, { code: string; version: number; fen: bigint } | null>

/** Counts of calls: answered, and lost (connection error or 503). */
export interface Tally {
  answered: number
  lost: number
}

/**
 * One person who keeps writing while the server is killed and restarted, and records what it acknowledged. A call without an answer is repeated
 * as the page does, under its Idempotency-Key.
 */
export class Writer {
  readonly acknowledged: Acknowledged = new Map()
  readonly tally: Tally = { answered: 0, lost: 0 }
  readonly #owner: Owner
  readonly #random: Random
  readonly #name: string
  /** Bodies of creations by key, for `repeat`. */
  readonly #created = new Map<string, unknown>()

  constructor(owner: Owner, name: string, random: Random) {
    this.#owner = owner
    this.#name = name
    this.#random = random
  }

  /** Writes until `stop` returns true; resolves when the last call is answered. */
  async write(stop: () => boolean): Promise<void> {
    while (!stop()) {
      const existing = [...this.acknowledged].filter(([, payment]) => payment !== null)
      const [key] = existing.length > 0 ? this.#random.pick(existing) : ['']
      if (existing.length < 5 || this.#random.chance(0.6)) await this.#create()
      else if (this.#random.chance(0.7)) await this.#update(key)
      else await this.#remove(key)
    }
  }

  /** Repeats every creation with its key: the answer must be the first one's, even if the payment was changed or deleted since. */
  async repeat(): Promise<void> {
    for (const [key, body] of this.#created) {
      const { data } = await this.#retry(() => this.#post(key, body))
      const known = this.acknowledged.get(key)
      if (known && data.code !== known.code) throw new Error(`${key}: ${data.code}, first ${known.code}`)
    }
    this.#created.clear()
  }

  async #create(): Promise<void> {
    const key = `${this.#name}-${this.acknowledged.size}`
    const { body, fen } = this.#body(key)
    const { data } = await this.#retry(() => this.#post(key, body))
    this.#created.set(key, body)
    this.acknowledged.set(key, { code: data.code, version: data.version, fen })
  }

  async #update(key: string): Promise<void> {
    const known = this.acknowledged.get(key)
    if (!known) return
    const { body, fen } = this.#body(key)
    const url = `/cost_executions/${known.code}`
    const headers = { 'idempotency-key': `${key}-${known.version}` }
    const { data } = await this.#retry(() =>
      this.#owner.who.put(url, { ...body, version: known.version }, headers),
    )
    if (data.version !== known.version + 1 || data.pay_amount_yuan !== yuan(fen))
      throw new Error(
        `${key} is version ${data.version} with ${data.pay_amount_yuan} after one edit to ${yuan(fen)}`,
      )
    this.acknowledged.set(key, { ...known, version: data.version, fen })
  }

  async #remove(key: string): Promise<void> {
    const known = this.acknowledged.get(key)
    if (!known) return
    const headers = { 'idempotency-key': `${key}-deleted` }
    await this.#retry(() => this.#owner.who.delete(`/cost_executions/${known.code}`, undefined, headers))
    this.acknowledged.set(key, null)
  }

  #post(key: string, body: unknown): Promise<Answer> {
    return this.#owner.who.post('/cost_executions', body, { 'idempotency-key': key })
  }

  /** One to three lines; the payer is the key, so that a row of the table names its call. */
  #body(key: string) {
    const amounts = Array.from({ length: this.#random.int(1, 3) }, () => BigInt(this.#random.int(1, 100_000)))
    const vouchers = ['1', '2', null]
    return {
      fen: amounts.reduce((sum, fen) => sum + fen, 0n),
      body: {
        pay_at: `2026-11-${this.#random.int(10, 28)}`,
        payer: key,
        cost_execution_details: amounts.map((fen) => ({
          ...this.#owner.line,
          voucher_category: this.#random.pick(vouchers),
          pay_amount: yuan(fen),
        })),
      },
    }
  }

  /** Repeats the call on a connection error or 503; throws on any other failure. */
  async #retry(call: () => Promise<Answer>): Promise<Answer> {
    for (const end = Date.now() + PATIENCE_MS; ; await sleep(50)) {
      const answer = await call().catch((error: Error) => error)
      if (!(answer instanceof Error) && answer.status !== 503) {
        if (answer.code !== 0) throw new Error(`${answer.status} ${answer.code} ${answer.msg}`)
        this.tally.answered += 1
        return answer
      }
      this.tally.lost += 1
      if (Date.now() > end)
        throw new Error(`no answer for a minute: ${answer instanceof Error ? answer.cause : answer.msg}`)
    }
  }
}

/** The writers' payments in the database, by key; checked to be unique, as a Map would hide a duplicate. */
export async function written(url: string, project: string): Promise<Record<string, unknown>> {
  const rows = await ask<{ payer: string; code: string; version: number; fen: string }>(
    url,
    `select c.payer, c.code, c.version, c.pay_amount::text as fen from payments c
     join projects p on p.id = c.project_id where p.code = $1 and c.import_id is null`,
    [project],
  )
  expect(new Set(rows.map((row) => row.payer)).size, 'a payment is there twice').toBe(rows.length)
  return Object.fromEntries(
    rows.map(({ payer, code, version, fen }) => [payer, { code, version, amount: yuan(BigInt(fen)) }]),
  )
}

/** The payments that the database must contain, by key: the state that the server last acknowledged, without deleted ones. */
export const promised = (writers: readonly Writer[]) =>
  Object.fromEntries(
    writers.flatMap(({ acknowledged }) =>
      [...acknowledged].flatMap(([key, payment]) =>
        payment
          ? [[key, { code: payment.code, version: payment.version, amount: yuan(payment.fen) }] as const]
          : [],
      ),
    ),
  )
