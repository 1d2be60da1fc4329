import { DefaultQueryExecutor } from 'kysely'
import pg from 'pg'

/** A statement that the product sent, and the line of its code that asked for it, such as `modules/subjects/save.ts:31`. */
export interface Sent {
  statement: string
  line: string
}

const SOURCE =
  /\/src\/((?!testing\/statements\/sent\.ts|platform\/(?:database|list-page|read-rows)\.ts)[^\s:)]+\.ts:\d+)/
/** Tests look into the database themselves, and make the people and companies that they begin with. */
const OF_TESTS = /^(testing|faults)\/|\/testing[^/]*\.ts:|\.test\.ts:/
const UNKNOWN = 'an unknown line'

/** By the statement; an empty line is a test's. */
const sent = new Map<string, string>()

/** What the product sent since it was last asked. */
export function takeSent(): Sent[] {
  const all = [...sent].map(([statement, line]) => ({ statement, line }))
  sent.clear()
  return all.filter(({ line }) => line !== '')
}

/** The first line of ours below the driver, also across `await`. Without one it is taken for the product's. */
function asker(): string {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 60
  const { stack = '' } = new Error('sent')
  Error.stackTraceLimit = limit
  for (const frame of stack.split('\n')) {
    const line = frame.match(SOURCE)?.[1]
    if (line) return OF_TESTS.test(line) ? '' : line
  }
  return UNKNOWN
}

/** A text, or an object with one: of the driver, of Kysely, or something that streams, such as COPY. */
function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query
  const { text, sql } = (query ?? {}) as { text?: string; sql?: string }
  return text ?? sql
}

function noteAsked(query: unknown): void {
  const statement = textOf(query)
  if (statement && !sent.get(statement)) sent.set(statement, asker())
}

/** Kysely and `pool.query` send from a callback, where nobody can be seen any more: what they were asked for is noted already. */
function noteSent(query: unknown): void {
  const statement = textOf(query)
  if (statement && !sent.has(statement)) sent.set(statement, asker())
}

/** From now on what this worker sends is noted, where it is asked for and where it goes out; its test files share the modules, so once is enough. */
export function recordStatements(): void {
  wrap(DefaultQueryExecutor.prototype, 'executeQuery', noteAsked)
  wrap(pg.Pool.prototype, 'query', noteAsked)
  wrap(pg.Client.prototype, 'query', noteSent)
}

const wrapped = new WeakSet<object>()

function wrap(prototype: object, method: string, note: (query: unknown) => void): void {
  if (wrapped.has(prototype)) return
  wrapped.add(prototype)
  const original = Reflect.get(prototype, method) as (...args: unknown[]) => unknown
  Object.defineProperty(prototype, method, {
    configurable: true,
    writable: true,
    value(this: unknown, ...args: unknown[]) {
      note(args[0])
      return original.apply(this, args)
    },
  })
}
