import { MAX_DELETED_LINES, tooManyLines } from '@pianzhang/contract/payments'

/** Why these payments cannot be deleted together; undefined if they can. The server enforces the same limit. */
export function refusalOf(payments: readonly { line_count: number }[]): string | undefined {
  const lines = payments.reduce((all, payment) => all + payment.line_count, 0)
  return lines > MAX_DELETED_LINES ? tooManyLines(lines) : undefined
}
