import { FAILURES, type FailureName, type FieldError } from '@pianzhang/contract/errors'

/** An error for the caller. Anything else that is thrown is unexpected: it is logged, and answered as `fault`. */
export class Failure extends Error {
  readonly reason: FailureName
  readonly errors: FieldError[]
  readonly headers: Record<string, string>

  constructor(
    reason: FailureName,
    message?: string,
    errors: FieldError[] = [],
    headers: Record<string, string> = {},
  ) {
    super(message ?? FAILURES[reason].msg)
    this.reason = reason
    this.errors = errors
    this.headers = headers
  }

  get http(): number {
    return FAILURES[this.reason].http
  }

  body() {
    const data = this.errors.length > 0 ? { errors: this.errors } : {}
    return { code: FAILURES[this.reason].code, msg: this.message, data }
  }
}

/**
 * Input that breaks a rule: names each field once, with its first fault, as later faults of a field mostly follow from it. The message is
 * that of the first field, for a toast.
 */
export function invalid(errors: readonly FieldError[]): Failure {
  const named = new Set<string>()
  const first = errors.filter(({ field }) => !named.has(field) && named.add(field))
  return new Failure('invalid', first[0]?.message, first)
}

/** Input that breaks a rule about no field in particular, such as deleting something in use. */
export function refused(message: string): Failure {
  return new Failure('invalid', message)
}

/** This server is stopping, and its successor will answer soon. */
export const restarting = () =>
  new Failure('unavailable', '服务正在重启，请稍后重试', [], { 'Retry-After': '5' })

/** Others work on the same records: nothing was written. */
export const busy = (message = '同事正在操作相关数据，请稍后再试') =>
  new Failure('unavailable', message, [], { 'Retry-After': '5' })

/** The record does not exist, or belongs to another project or company: the answer does not tell which. */
export const missing = () => new Failure('notFound')

/**
 * Throws 404 unless all of these records were found. Of several codes it names the missing ones by their index in `codes`; a batch has the
 * codes of its query, then those of its body, each once.
 */
export function checkFound(codes: readonly string[], found: readonly { code: string }[]): void {
  if (found.length === codes.length) return
  const there = new Set(found.map(({ code }) => code))
  const gone = codes.flatMap((code, at) =>
    there.has(code) ? [] : [{ field: `codes[${at}]`, message: FAILURES.notFound.msg }],
  )
  throw new Failure('notFound', undefined, codes.length > 1 ? gone : [])
}

/** Throws 409 if somebody has saved since the form was opened with version `given`; nothing is checked without it. */
export function checkVersion(given: number | undefined, current: number): void {
  if (given !== undefined && given !== current) throw new Failure('stale')
}
