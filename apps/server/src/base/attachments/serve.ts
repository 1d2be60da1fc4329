import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { linkedProject } from '../../platform/files/link-creator.ts'
import { checkLink, contentDisposition } from '../../platform/files/links.ts'
import { missing } from '../../platform/http/errors.ts'
import type { Services } from '../../platform/services.ts'
import type { ByteRange } from '../../platform/storage/storage.ts'
import { accessOf, filePath, thumbKey } from './link.ts'
import { isImage, type Kind, MIME } from './upload/kind.ts'

/** The sandbox keeps scripts in an uploaded file from running on our origin. */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'"
/** Without a sandbox, in which browsers show no PDF. It is not needed: PDF viewers run a PDF's scripts outside of our origin. */
const PDF_POLICY = "frame-ancestors 'self'"

/** Whether a browser shows the file instead of saving it. */
const opens = (kind: Kind) => isImage(kind) || kind === 'pdf'

/**
 * `GET /files/:project/:code` and `…/thumb`: the signature is the permission. Throws 403 for an invalid link or one whose creator has lost the
 * right since, 404 for a removed file.
 */
export async function serveFile(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  thumb: boolean,
) {
  const params = request.params as { project: string; code: string }
  const { query, expiresAt } = checkLink(services, filePath(params.project, params.code), request.query)
  const link = { project: params.project, by: query.by }
  const project = await linkedProject(services.db, link, accessOf(query))
  const row = await services.db
    .selectFrom('attachments')
    .where('project_id', '=', project.id)
    .where('code', '=', params.code)
    .where('storage_key', '!=', '')
    .select(['file_name', 'file_size', 'kind', 'storage_key', 'has_thumb'])
    .executeTakeFirst()
  if (!row || (thumb && !row.has_thumb)) throw missing()
  const etag = `"${params.code}${thumb ? '-thumb' : ''}"`
  const seconds = Math.floor((expiresAt.getTime() - services.clock().getTime()) / 1000)
  reply.headers({
    ETag: etag,
    'Cache-Control': `private, max-age=${seconds}, immutable`,
    'Content-Security-Policy': row.kind === 'pdf' ? PDF_POLICY : POLICY,
    'Content-Disposition': contentDisposition(opens(row.kind) ? 'inline' : 'attachment', row.file_name),
  })
  if (request.headers['if-none-match'] === etag) return await reply.code(304).send()
  if (thumb) return await send(services, reply.type('image/jpeg'), thumbKey(row.storage_key))
  const size = Number(row.file_size)
  const range = readRange(request.headers.range, size)
  const length = range ? range.end - range.start + 1 : size
  reply.type(MIME[row.kind]).headers({ 'Accept-Ranges': 'bytes', 'Content-Length': String(length) })
  if (range) reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
  return await send(services, reply, row.storage_key, { range, length })
}

async function send(
  services: Services,
  reply: FastifyReply,
  key: string,
  { range, length }: { range?: ByteRange; length?: number } = {},
) {
  try {
    const stream = await services.storage.open(key, range)
    if (!stream) throw missing()
    const chunks = checked(stream, length ?? null, key)
    // The headers are sent with the first bytes, so a failure before them can still be answered with its own status.
    const first = await chunks.next()
    return await reply.send(Readable.from(resumed(first, chunks), { objectMode: false }))
  } catch (error) {
    // The answer to a failure must not have the file's headers, with which it would be cached for an hour.
    if (!reply.sent) for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name)
    throw error
  }
}

/**
 * Passes the chunks on; throws if the stored file does not have the number of bytes that the answer announces. The error closes the connection:
 * a proxy would take the next answer for the missing bytes of this one, or surplus bytes of this one for the next answer.
 */
async function* checked(source: Readable, length: number | null, key: string): AsyncGenerator<Buffer> {
  const differs = () => new Error(`the stored file ${key} has another size than its row`)
  let sent = 0
  for await (const chunk of source as AsyncIterable<Buffer>) {
    sent += chunk.length
    if (length !== null && sent > length) throw differs()
    yield chunk
  }
  if (length !== null && sent < length) throw differs()
}

/** An iterator over `first`, then `rest`. Ending it always ends `rest` too; a generator function would do so only after its first `next()`. */
function resumed<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncIterableIterator<T> {
  let taken: IteratorResult<T> | null = first
  return {
    next: async () => {
      const result = taken ?? (await rest.next())
      taken = null
      return result
    },
    return: async (value) => await rest.return(value),
    throw: async (error) => await rest.throw(error),
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/** A single byte range; undefined for anything else, which is answered with the whole file, as RFC 9110 (14.2) allows. */
export function readRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, first = '', last = ''] = header?.match(/^bytes=(\d{0,15})-(\d{0,15})$/) ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start <= end ? { start, end } : undefined
}
