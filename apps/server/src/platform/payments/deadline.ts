import { PaymentUnavailable } from './provider.ts'

/** Bytes of an answer; the largest, of a query, has about 2 KB. */
export const MAX_ANSWER = 64 * 1024
/** Both providers refuse an address 2 hours after they made it; earlier here, so that nobody scans one in its last minutes. */
export const CODE_VALID_MS = 110 * 60_000

/** The caller's signal, which aborts after `ms` as well, and what a failure under it is to the caller. */
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

/** Errors of `fetch` and axios quote requests, whose headers have signatures: only names and codes of the network are taken. */
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
