import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'

/** Whether people use HTTPS: by `PUBLIC_URL`; without it by the request, or by what a trusted proxy says of it. */
export const isHttps = (config: Pick<Config, 'publicUrl'>, request: FastifyRequest): boolean =>
  (config.publicUrl?.protocol ?? `${request.protocol}:`) === 'https:'
