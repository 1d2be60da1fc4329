import pg from 'pg'

/** SQLSTATE class 22, data exception: the message quotes the refused value. */
const QUOTES_DATA = /^22/

export interface LoggedError {
  type: string
  message: string
  stack: string
  [name: string]: unknown
}

/** An error of another process, which has reduced it to a log entry. */
export class ForeignFault extends Error {
  readonly logged: LoggedError

  constructor(logged: LoggedError) {
    super(logged.message)
    this.logged = logged
  }
}

/**
 * An error for the log, with listed properties only: pg's `detail`, `where` and `hint` contain whole rows with ID and account numbers, and
 * other libraries may add values of the caller to their errors.
 */
export function errorForLog(error: unknown): LoggedError {
  if (error instanceof ForeignFault) return error.logged
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error', stack: '' }
  const { cause, errors } = error as { cause?: unknown; errors?: unknown }
  return {
    type: error.constructor.name,
    ...texts(error, ['code']),
    ...(error instanceof pg.DatabaseError && texts(error, ['constraint', 'table', 'column'])),
    ...wording(error),
    ...(cause instanceof Error && { cause: errorForLog(cause) }),
    ...(Array.isArray(errors) && { errors: errors.filter((one) => one instanceof Error).map(errorForLog) }),
  }
}

/** Message and stack; where the message quotes data, it is replaced by the SQLSTATE in both. */
function wording(error: Error): { message: string; stack: string } {
  const { message, stack = '' } = error
  if (!(error instanceof pg.DatabaseError && QUOTES_DATA.test(error.code ?? ''))) return { message, stack }
  const code = `SQLSTATE ${error.code}`
  return { message: code, stack: stack.replaceAll(message, code) }
}

function texts(error: object, names: string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(error).filter(([name, value]) => names.includes(name) && typeof value === 'string'),
  )
}
