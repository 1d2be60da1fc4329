import pg from 'pg'

/** Class 22, data exception: the message itself quotes the value that was refused. */
const QUOTES_DATA = /^22/

export interface LoggedError {
  type: string
  message: string
  stack: string
  [name: string]: unknown
}

/** A fault of another process, which made its log entry there: all that may leave it. */
export class ForeignFault extends Error {
  readonly logged: LoggedError

  constructor(logged: LoggedError) {
    super(logged.message)
    this.logged = logged
  }
}

/**
 * An error as the log keeps it: named properties only. pg's `detail`, `where` and `hint` hold whole rows, so people's ID numbers and
 * accounts, and any other library may hang a value of the caller on what it throws.
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

/** The stack begins with the message; what is left of it are our own lines. */
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
