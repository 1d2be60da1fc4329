import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'

/** Whether callers use HTTPS: according to `PUBLIC_URL`; without it, to the request or a trusted proxy's header. */
export const isHttps = (config: Pick<Config, 'publicUrl'>, request: FastifyRequest): boolean =>
  (config.publicUrl?.protocol ?? `${request.protocol}:`) === 'https:'
