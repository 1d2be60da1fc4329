import { FAILURES, fieldPath } from '@pianzhang/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { OutOfTime } from '../database/connections/deadline.ts'
import { pgError } from '../database/database.ts'
import { busy, Failure, invalid, missing } from './errors.ts'
import { isEventStream } from './guard.ts'

/**
 * Codes that mean: PostgreSQL is stopping, starting or out of connections (08…, 57P0…, 53300), cannot be reached, or takes no writes (25006): in a
 * fail-over an address may lead to the new primary before it is promoted.
 */
const UNREACHABLE =
  /^(08...|57P0.|53300|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** Messages of the driver for the same, which have no code. */
const UNREACHABLE_MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable/
/**
 * How a coordinator of Citus reports that a worker died during a statement or a commit, which is rolled back: in the words of libpq (the connection
 * is gone), of the worker (`terminating connection`) or of Citus. The SQLSTATE is XX000 (internal_error), in a COPY 58030 (io_error).
 */
const WORKER_LOST =
  /^(server closed the connection|terminating connection due to|SSL SYSCALL error|SSL connection has been closed|could not (receive data from|send data to) server|no connection to the server|connection not open|failed to prepare transaction|failure on connection marked as essential|could not commit transaction for shard|failed to COPY to shard)/

/** A lock that was not free in time (55P03), or a conflict in each of four tries: a deadlock or rows changed meanwhile. */
const CONTENDED = /^(55P03|40001|40P01)$/
/** Whether a write was given up because others held its locks, a connection or a slot for too long; nothing of it was written. */
export const isContended = (error: unknown): boolean =>
  error instanceof OutOfTime || CONTENDED.test(pgError(error)?.code ?? '')

/** What an unexpected failure is logged with. */
type Asked = Pick<FastifyRequest, 'id' | 'log'>

/** Maps any thrown error to a failure for the caller. An unexpected one is logged and answered with its request id. */
export function toFailure(error: FastifyError | Error, request: Asked): Failure {
  if (error instanceof Failure) return error.cause ? logged(error, error, request) : error
  if (hasZodFastifySchemaValidationErrors(error)) {
    // A malformed code in the path is answered like an unknown one.
    if (error.validationContext === 'params') return missing()
    return invalid(
      error.validation.map(({ instancePath, keyword, message }) => {
        const path = instancePath
          .split('/')
          .filter((part) => part !== '')
          .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
        const notAnObject = path.length === 0 && keyword === 'invalid_type'
        return {
          field: fieldPath(path),
          message: notAnObject ? '请求内容不能为空' : (message ?? FAILURES.invalid.msg),
        }
      }),
    )
  }
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return new Failure('tooLarge')
  if (status === 415) return new Failure('mediaType')
  if (status === 400) return new Failure('brokenJson')
  // From @fastify/static: no such file, or outside of its folder.
  if (status === 403 || status === 404) return new Failure('noRoute')
  const code = pgError(error)?.code ?? ''
  // The same code can mean that PostgreSQL's memory for parallel workers (/dev/shm) is full, which passes; the disk is not full then.
  const memoryFull = code === '53100' && /^dsm_impl/.test(pgError(error)?.routine ?? '')
  if ((code === 'ENOSPC' || code === '53100') && !memoryFull)
    return new Failure('storageFull', undefined, [], { 'Retry-After': '60' })
  if (isContended(error)) return busy()
  const workerLost = /^(XX000|58030)$/.test(code) && WORKER_LOST.test(error.message)
  if (UNREACHABLE.test(code) || UNREACHABLE_MESSAGE.test(error.message) || workerLost || memoryFull)
    return logged(new Failure('unavailable', undefined, [], { 'Retry-After': '5' }), error, request)
  return logged(new Failure('fault', `${FAILURES.fault.msg}（编号 ${request.id}）`), error, request)
}

function logged(failure: Failure, error: Error, request: Asked): Failure {
  request.log.error({ err: error, status: failure.http }, 'request failed')
  return failure
}

/** Failures that delete the session cookie; `stopped` too, as then no call of the session works, not even logging out. */
const CLEARS_COOKIE = new Set(['unauthorized', 'tokenForm', 'sessionEnded', 'sessionExpired', 'stopped'])
/** Not for event streams, which reconnect by themselves: without the cookie the page's next call is a 401, which hides why the session ended. */
const clearsCookie = (failure: Failure, request: FastifyRequest) =>
  CLEARS_COOKIE.has(failure.reason) && request.cookies?.token !== undefined && !isEventStream(request)

/** Sends the envelope of a failure, serialized here, as the route's answer schema does not fit it. */
export function answerFailure(failure: Failure, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (clearsCookie(failure, request)) reply.clearCookie('token', { path: '/' })
  return reply
    .code(failure.http)
    .headers(failure.headers)
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => String(payload))
    .send(JSON.stringify(failure.body()))
}
