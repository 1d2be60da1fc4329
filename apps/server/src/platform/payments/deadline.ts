import { PaymentUnavailable } from './provider.ts'

/** Bytes of an answer; the largest, of a query, has about 2 KB. */
export const MAX_ANSWER = 64 * 1024
/** Both providers refuse an address 2 hours after they made it; it ends earlier here, so that nobody scans it in its last minutes. */
export const CODE_VALID_MS = 110 * 60_000

/** A signal that aborts when the caller leaves or after `ms`, and a function that turns a failure into the caller's error. */
export interface Deadline {
  signal: AbortSignal
  /** Throws the caller's own reason if they left, otherwise a `PaymentUnavailable`. */
  failed(what: string, error: unknown): never
}

export function deadline(caller: AbortSignal, ms: number): Deadline {
  const timeout = AbortSignal.timeout(ms)
  return {
    signal: AbortSignal.any([caller, timeout]),
    failed: (what, error) => {
      caller.throwIfAborted()
      if (error instanceof PaymentUnavailable) throw error
      throw new PaymentUnavailable(
        `${what}: ${timeout.aborted ? `no answer within ${ms} ms` : reasonOf(error)}`,
      )
    },
  }
}

/** Errors of `fetch` and axios quote requests, whose headers have signatures: so only their names and the network's codes are used. */
function reasonOf(error: unknown): string {
  const { code, name, cause } = (error ?? {}) as { code?: unknown; name?: unknown; cause?: unknown }
  const inner = (cause as { code?: unknown } | undefined)?.code
  return [...new Set([name, code, inner].filter((part) => typeof part === 'string'))].join(' ')
}

/** What a provider says, for the log: on one line, cut. */
export const said = (text: unknown): string =>
  typeof text === 'string'
    ? text
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .toWellFormed()
        .slice(0, 200)
    : ''
