import { formatInstant } from '@pianzhang/contract/calendar'
import type pg from 'pg'

/** A statement that took long, for the log: without its values, which are the users' data. */
export interface SlowStatement {
  /** The file and line that sent it, such as `base/contracts/list.ts:41`. */
  module: string
  ms: number
  statement: string
}

/** How often a line of the program sent a slow statement today, without its text. */
interface SlowSender {
  module: string
  count: number
  max_ms: number
  /** The last time, as the API writes it. */
  at: string
}

const DAY_MS = 24 * 3600_000
/** Characters. */
const MAX_TEXT = 2_000
const FRAMES = 60
const SOURCE = /\/src\/([^\s:)]+\.ts:\d+)/
/** Files through which all modules send statements; the caller is the first frame above them. */
const EVERYBODYS = /^platform\/(database|watch|lists)\//

/**
 * Measures the statements of a server's pools. A quick one costs two readings of the clock; the sender of a slow one is found afterwards in the
 * async stack trace, which V8 derives from the functions that await it.
 */
export class StatementWatch {
  readonly #slowMs: number
  readonly #senders = new Map<string, SlowSender>()
  /** Standard error by default; a server replaces it by its log. */
  report: (slow: SlowStatement) => void = (slow) => console.warn(JSON.stringify({ msg: SLOW, ...slow }))
  /** Runs a statement in a span of its own; set where traces are configured. */
  span: (<T>(text: string, send: () => Promise<T>) => Promise<T>) | undefined

  /** `slowMs`: 0 turns the log of slow statements off. */
  constructor(slowMs: number) {
    this.#slowMs = slowMs || Number.POSITIVE_INFINITY
  }

  /** Sends a statement. It awaits instead of returning the promise, which keeps its callers in the async stack trace. */
  async run<T>(text: string, send: () => Promise<T>): Promise<T> {
    const began = performance.now()
    try {
      return await (this.span ? this.span(text, send) : send())
    } finally {
      const ms = performance.now() - began
      if (ms >= this.#slowMs) this.#slow({ module: sender(), ms: Math.round(ms), statement: brief(text) })
    }
  }

  /** Of this server in the last 24 hours, the slowest first. */
  slowest(): SlowSender[] {
    const since = formatInstant(new Date(Date.now() - DAY_MS))
    return [...this.#senders.values()].filter(({ at }) => at > since).sort((a, b) => b.max_ms - a.max_ms)
  }

  #slow(slow: SlowStatement): void {
    this.report(slow)
    const at = formatInstant(new Date())
    const before = this.#senders.get(slow.module)
    // A count from yesterday begins anew.
    const { count, max_ms } =
      before && before.at.slice(0, 10) === at.slice(0, 10) ? before : { count: 0, max_ms: 0 }
    this.#senders.set(slow.module, {
      module: slow.module,
      count: count + 1,
      max_ms: Math.max(max_ms, slow.ms),
      at,
    })
  }

  /** Measures the promise queries of this connection; not COPY and cursors, whose time depends on their readers. */
  wrap(client: pg.PoolClient): void {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      const text = textOf(args[0])
      if (text === undefined || typeof args.at(-1) === 'function') return query(...args)
      return this.run(text, () => query(...args) as Promise<unknown>)
    }) as typeof client.query
  }
}

export const SLOW = 'slow statement'

/** Undefined for what is no plain statement, such as a stream, or a query with its own callback. */
function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query
  if (typeof query !== 'object' || query === null || 'submit' in query || !('text' in query)) return undefined
  return String(query.text)
}

function sender(): string {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = FRAMES
  const { stack = '' } = new Error(SLOW)
  Error.stackTraceLimit = limit
  const ours = stack.split('\n').flatMap((frame) => frame.match(SOURCE)?.[1] ?? [])
  return ours.find((line) => !EVERYBODYS.test(line)) ?? ours.at(-1) ?? 'unknown'
}

const brief = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT)
