import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { answerFailure } from '../http/answer-failure.ts'
import { Failure } from '../http/errors.ts'
import type { Services } from '../services.ts'
import { PUBLIC_PAGES, registerPublicPages } from './public-pages.ts'

const DIST = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))

/** Content security policy: only our own scripts; inline styles, as antd inserts style elements; uploads also to `uploadOrigin`. */
const policy = (uploadOrigin: string | null) =>
  [
    "default-src 'self'",
    ...(uploadOrigin ? [`connect-src 'self' ${uploadOrigin}`] : []),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')

/** The headers of every page. */
export const documentHeaders = ({ config, storage }: Pick<Services, 'config' | 'storage'>) => ({
  'Content-Security-Policy': policy(config.storage.direct ? (storage.direct?.origin ?? null) : null),
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-cache',
})

/** Whether a path is a template, which is served only filled and under a path of its own. */
const isTemplate = (path: string) => PUBLIC_PAGES.some((name) => path.startsWith(`/${name}.html`))

/**
 * Serves the built page: assets with a long cache time (their names contain a hash), the public pages, and index.html for every
 * other path outside of /api/. `folder` ends with a slash.
 */
export async function registerPages(
  app: FastifyInstance,
  { site, clock, ...services }: Pick<Services, 'site' | 'clock' | 'config' | 'storage'>,
  folder = DIST,
): Promise<void> {
  const headers = documentHeaders(services)
  const built = existsSync(folder)
  if (built)
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      index: false,
      allowedPath: (path) => !isTemplate(path),
      setHeaders: (reply, path) => {
        if (path.startsWith(`${folder}assets/`))
          reply.header('Cache-Control', 'public, max-age=31536000, immutable')
        // Decided by the file, not by the address, as /index.html or /./index.html answer a page too.
        else reply.headers(/\.html(\.\w+)?$/.test(path) ? headers : { 'Cache-Control': 'no-cache' })
      },
    })
  const sendDocument = (reply: FastifyReply) =>
    reply.headers(headers).type('text/html; charset=utf-8').sendFile('index.html', { cacheControl: false })
  if (built) {
    app.get('/', { schema: { hide: true } }, (_request, reply) => sendDocument(reply))
    registerPublicPages(app, { folder, headers, site, clock })
  }
  const patterns = apiPatterns(app)
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (path.startsWith('/api/')) {
      const allowed = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
      if (allowed.length === 0) return answerFailure(new Failure('noRoute'), request, reply)
      return answerFailure(
        new Failure('method', undefined, [], { Allow: allowed.join(', ') }),
        request,
        reply,
      )
    }
    if (!built || (request.method !== 'GET' && request.method !== 'HEAD') || path.startsWith('/assets/'))
      return answerFailure(new Failure('noRoute'), request, reply)
    return sendDocument(reply)
  })
}

/** Patterns of all registered routes with their methods, for 405 answers. */
function apiPatterns(app: FastifyInstance): { method: string; pattern: RegExp }[] {
  return app.declaredRoutes.map(({ method, url }) => ({
    method,
    pattern: new RegExp(`^${url.replace(/:[^/]+/g, '[^/]+')}$`),
  }))
}
