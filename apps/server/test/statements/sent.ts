import { DefaultQueryExecutor } from 'kysely'
import pg from 'pg'

/** A statement that the product sent, and the source line that sent it, such as `src/base/subjects/save.ts:31`. */
export interface Sent {
  statement: string
  line: string
}

/** A source line of ours, except in the files that every statement passes through, as they are not its sender. */
const SOURCE =
  /\/server\/((?!test\/(?:statements\/sent|setup\/logged-names)\.ts|src\/platform\/(?:database\/(?:database|connections\/deadline|connections\/limits|read-rows)|lists\/list-page|watch\/statements)\.ts)(?:src|test)\/[^\s:)]+\.ts:\d+)/
/** Tests and their helpers, whose statements are not recorded. */
const OF_TESTS = /^test\//
const UNKNOWN = 'an unknown line'

/** Source line by statement; '' if a test sent it. */
const sent = new Map<string, string>()
/** Those of the product by earlier files, as the search of a stack takes longer than most statements. */
const known = new Map<string, string>()

/** The product's statements since the last call. */
export function takeSent(): Sent[] {
  const all = [...sent].map(([statement, line]) => ({ statement, line })).filter(({ line }) => line !== '')
  for (const { statement, line } of all) known.set(statement, line)
  sent.clear()
  return all
}

/** The innermost source line of ours in the (async) stack trace; '' of a test. Without one the statement counts as the product's. */
function senderLine(): string {
  const { stackTraceLimit, prepareStackTrace } = Error
  Error.stackTraceLimit = 60
  try {
    // Files first: vitest's own way reads a source map for each frame, and a third of the statements are of tests.
    Error.prepareStackTrace = (_, sites) => sites.map((site) => `${site.getFileName()}:1`)
    const files: unknown = new Error('sent').stack
    const [first] = (Array.isArray(files) ? files : []).flatMap(
      (file) => String(file).match(SOURCE)?.[1] ?? [],
    )
    if (first && OF_TESTS.test(first)) return ''
    Error.prepareStackTrace = prepareStackTrace
    const frames = new Error('sent').stack?.split('\n') ?? []
    return frames.flatMap((frame) => frame.match(SOURCE)?.[1] ?? [])[0] ?? UNKNOWN
  } finally {
    Object.assign(Error, { stackTraceLimit, prepareStackTrace })
  }
}

/** The SQL of a query argument: a string, a query config, Kysely's compiled query, or a stream such as COPY's. */
function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query
  const { text, sql } = (query ?? {}) as { text?: string; sql?: string }
  return text ?? sql
}

const lineOf = (statement: string) => known.get(statement) ?? senderLine()

function recordRequested(query: unknown): void {
  const statement = textOf(query)
  if (statement && !sent.get(statement)) sent.set(statement, lineOf(statement))
}

/** For `client.query`: Kysely and `pool.query` call it from a callback without a useful stack; those statements were recorded before. */
function recordSent(query: unknown): void {
  const statement = textOf(query)
  if (statement && !sent.has(statement)) sent.set(statement, lineOf(statement))
}

/** Wraps Kysely's executor and the driver to record all statements of this worker; its test files share the modules, so once is enough. */
export function recordStatements(): void {
  wrap(DefaultQueryExecutor.prototype, 'executeQuery', recordRequested)
  wrap(pg.Pool.prototype, 'query', recordRequested)
  wrap(pg.Client.prototype, 'query', recordSent)
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
