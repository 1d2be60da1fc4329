import { FAILURES, fieldPath } from '@pianzhang/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { pgError } from './database.ts'
import { Failure, invalid, missing } from './errors.ts'

/** PostgreSQL stops, starts or has no connection left (08…, 57P0…, 53300), or the network does not lead there. */
const OUT_OF_REACH =
  /^(08...|57P0.|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** What pg says without a code. */
const LOST =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable/

/** What was thrown, as what the caller is told. A fault of ours is logged here, with its request id in the message. */
export function toFailure(error: FastifyError | Error, request: FastifyRequest): Failure {
  if (error instanceof Failure) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    // What cannot be a code in an address is the code of nothing (api.md §1).
    if (error.validationContext === 'params') return missing()
    return invalid(
      error.validation.map(({ instancePath, keyword, message }) => {
        const path = instancePath
          .split('/')
          .filter((part) => part !== '')
          .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
        const noObject = path.length === 0 && keyword === 'invalid_type'
        return {
          field: fieldPath(path),
          message: noObject ? '请求内容不能为空' : (message ?? FAILURES.invalid.msg),
        }
      }),
    )
  }
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return new Failure('tooLarge')
  if (status === 415) return new Failure('mediaType')
  if (status === 400) return new Failure('brokenJson')
  // Of the page's files: not there, or outside of their folder.
  if (status === 403 || status === 404) return new Failure('noRoute')
  const code = pgError(error)?.code ?? ''
  if (code === 'ENOSPC' || code === '53100')
    return new Failure('storageFull', undefined, [], { 'Retry-After': '60' })
  if (OUT_OF_REACH.test(code) || LOST.test(error.message))
    return logged(new Failure('unavailable', undefined, [], { 'Retry-After': '5' }), error, request)
  return logged(new Failure('fault', `${FAILURES.fault.msg}（编号 ${request.id}）`), error, request)
}

function logged(failure: Failure, error: Error, request: FastifyRequest): Failure {
  request.log.error({ err: error }, 'request failed')
  return failure
}

/** With a stopped company too: the seeds then log out, and no call of that session works, logging out neither. */
const FORGET = new Set(['unauthorized', 'tokenForm', 'sessionEnded', 'sessionExpired', 'stopped'])

/** The envelope of a failure; it goes past the answer's schema as text. */
export function answerFailure(failure: Failure, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (FORGET.has(failure.reason) && request.cookies?.token !== undefined)
    reply.clearCookie('token', { path: '/' })
  return reply
    .code(failure.http)
    .headers(failure.headers)
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => String(payload))
    .send(JSON.stringify(failure.body()))
}
