import { HIDDEN } from '@pianzhang/contract/masking'
import { SECRETS } from '@pianzhang/contract/secrets'
import { sql } from 'kysely'
import { sha256 } from '../codes.ts'
import { sign } from '../config.ts'
import type { Db, Tx } from '../database/database.ts'
import { seal, unseal } from '../login/seal.ts'
import { invalid } from './errors.ts'
import type { Person } from './guard.ts'

/** How long a key is known; by the database's clock, as every server must agree. */
const LIFETIME = sql`interval '24 hours'`

export interface Repetition {
  key: string
  route: string
  body: Buffer
  /** The server's, with which secrets of the answer are stored. */
  secret: string
}

/**
 * First statement of a write with an `Idempotency-Key`: inserts its row, whose unique key makes a concurrent repetition wait until the first
 * has ended. Returns the first answer, or undefined if the write is to be executed. A failed write rolls its row back. Throws 422 for a key that
 * was used for something else.
 */
export async function claimKey(tx: Tx, person: Person, repetition: Repetition): Promise<unknown> {
  const { key, route, body } = repetition
  if (key.length > 200) throw invalid([{ field: 'Idempotency-Key', message: '不能超过200个字符' }])
  let first: First | undefined
  do {
    if (await insertKey(tx, person, repetition)) return undefined
    first = await find(tx, person, key).forUpdate().executeTakeFirst()
    // Housekeeping deleted the row between the two statements: now it can be inserted.
  } while (!first)
  if (first.is_old) {
    await tx
      .updateTable('idempotency_keys')
      .set({ route, body_hash: body, answer: null, created_at: sql<Date>`now()` })
      .where('user_id', '=', person.userId)
      .where('key', '=', key)
      .execute()
    return undefined
  }
  return answerOf(first, repetition)
}

/**
 * The answer of an earlier write with this key; undefined if none was committed. Asked before slow work, which a repetition need not do
 * again. Throws 422 as `claimKey` does.
 */
export async function findAnswer(db: Db, person: Person, repetition: Repetition): Promise<unknown> {
  const first = await find(db, person, repetition.key).executeTakeFirst()
  return first && !first.is_old ? answerOf(first, repetition) : undefined
}

interface First {
  route: string
  body_hash: Buffer
  answer: unknown
  is_old: boolean
}

function answerOf(first: First, { route, body, secret }: Repetition): unknown {
  if (first.route !== route || !first.body_hash.equals(body))
    throw invalid([{ field: 'Idempotency-Key', message: '该请求标识已用于其他内容，请刷新后重试' }])
  return withSecrets(first.answer, (sealed) => unseal(secret, SEALED, sealed))
}

/** False if the key exists; waits for a transaction that has inserted or deleted it and not yet committed. */
async function insertKey(tx: Tx, person: Person, { key, route, body }: Repetition): Promise<boolean> {
  const inserted = await tx
    .insertInto('idempotency_keys')
    .values({
      user_id: person.userId,
      key,
      route,
      body_hash: body,
      answer: null,
      created_at: sql<Date>`now()`,
    })
    .onConflict((oc) => oc.columns(['user_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return inserted !== undefined
}

const find = (db: Db | Tx, person: Person, key: string) =>
  db
    .selectFrom('idempotency_keys')
    .select(['route', 'body_hash', 'answer', sql<boolean>`created_at < now() - ${LIFETIME}`.as('is_old')])
    .where('user_id', '=', person.userId)
    .where('key', '=', key)

/** Stores the answer for its repetitions; a password that it shows is encrypted, as the row is kept for a day and is part of backups. */
export async function storeAnswer(
  tx: Tx,
  person: Person,
  { key, secret }: Repetition,
  answer: unknown,
): Promise<void> {
  const stored = withSecrets(answer, (text) => seal(secret, SEALED, text))
  await tx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(stored) })
    .where('user_id', '=', person.userId)
    .where('key', '=', key)
    .execute()
}

const SEALED = 'idempotency'

const isSecret = (key: string, value: unknown): value is string =>
  Object.hasOwn(SECRETS, key) && SECRETS[key] === HIDDEN && typeof value === 'string'

/** An answer with its secret fields changed; not those of records in it, which have none. */
const withSecrets = (answer: unknown, change: (text: string) => string): unknown =>
  typeof answer !== 'object' || answer === null || Array.isArray(answer)
    ? answer
    : Object.fromEntries(
        Object.entries(answer).map(([key, value]) => [key, isSecret(key, value) ? change(value) : value]),
      )

/**
 * A hash of the parsed input, so that whitespace in the JSON makes no difference. A password is first hashed with the server's secret: the outer
 * hash is quick to compute, so a short password could be guessed from it. A query is hashed too, as a batch delete may have its codes there.
 */
export const bodyHash = (secret: string, body: unknown, params: unknown, query: unknown = {}) =>
  sha256(
    JSON.stringify(
      Object.keys(query ?? {}).length > 0 ? [params, body, query] : [params, body],
      (key, value) => {
        if (typeof value === 'bigint') return value.toString()
        return isSecret(key, value) ? sign(secret, 'idempotency', [value]) : value
      },
    ) ?? '',
  )
