import { HIDDEN } from '@pianzhang/contract/masking'
import { SECRETS } from '@pianzhang/contract/secrets'
import { sha256 } from '../codes.ts'
import type { Db, Tx } from '../database/database.ts'
import { invalid } from './errors.ts'
import type { Person } from './guard.ts'

const KEEP_MS = 24 * 3600_000

export interface Repetition {
  key: string
  route: string
  body: Buffer
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
  if (isOld(first, person)) {
    await tx
      .updateTable('idempotency_keys')
      .set({ route, body_hash: body, answer: null, created_at: person.now })
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
  return first && !isOld(first, person) ? answerOf(first, repetition) : undefined
}

interface First {
  route: string
  body_hash: Buffer
  answer: unknown
  created_at: Date
}

const isOld = (first: First, person: Person): boolean =>
  person.now.getTime() - first.created_at.getTime() > KEEP_MS

function answerOf(first: First, { route, body }: Repetition): unknown {
  if (first.route !== route || !first.body_hash.equals(body))
    throw invalid([{ field: 'Idempotency-Key', message: '该请求标识已用于其他内容，请刷新后重试' }])
  return first.answer
}

/** False if the key exists; waits for a transaction that has inserted or deleted it and not yet committed. */
async function insertKey(tx: Tx, person: Person, { key, route, body }: Repetition): Promise<boolean> {
  const inserted = await tx
    .insertInto('idempotency_keys')
    .values({ user_id: person.userId, key, route, body_hash: body, answer: null, created_at: person.now })
    .onConflict((oc) => oc.columns(['user_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return inserted !== undefined
}

const find = (db: Db | Tx, person: Person, key: string) =>
  db
    .selectFrom('idempotency_keys')
    .select(['route', 'body_hash', 'answer', 'created_at'])
    .where('user_id', '=', person.userId)
    .where('key', '=', key)

export async function keepAnswer(tx: Tx, person: Person, key: string, answer: unknown): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('user_id', '=', person.userId)
    .where('key', '=', key)
    .execute()
}

/**
 * A hash of the parsed input, so that whitespace in the JSON makes no difference. Without passwords: the hash is quick to compute, so that a
 * short password could be found from it.
 */
export const bodyHash = (body: unknown, params: unknown) =>
  sha256(
    JSON.stringify([params, body], (key, value) => {
      if (Object.hasOwn(SECRETS, key) && SECRETS[key] === HIDDEN) return undefined
      return typeof value === 'bigint' ? value.toString() : value
    }) ?? '',
  )
