import { DONE } from '@pianzhang/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { toFailure } from './answer-failure.ts'
import { SheetError } from './sheet/errors.ts'

/** At most this many progress events for one import. */
const STEPS = 400

/** Rows done so far, of how many; called for each of them. */
export type Report = (done: number, total: number) => void

/** For OpenAPI, which has no words for events. */
export const IMPORT_NOTE =
  'With Accept: text/event-stream the answer is a stream: events `progress` { done, total }, then one `result` with the data, or `failure` with an envelope'

/**
 * Answers an import: JSON, or with `Accept: text/event-stream` a stream of `progress { done, total }` events and one `result` at the end.
 * What fails before the first progress is an ordinary failure; later it is an event `failure` with the envelope. A caller who goes away
 * aborts the import.
 */
export async function streamImport(
  request: FastifyRequest,
  reply: FastifyReply,
  run: (report: Report, signal: AbortSignal) => Promise<unknown>,
): Promise<FastifyReply> {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  const streams = request.headers.accept?.includes('text/event-stream') ?? false

  let reported = -1
  const send = (event: string, data: unknown) => {
    if (!reply.raw.headersSent) {
      reply.hijack()
      reply.raw.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
        'X-Request-Id': request.id,
      })
    }
    reply.raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  try {
    if (!streams) return reply.send({ code: 0, msg: DONE, data: await run(() => undefined, gone.signal) })
    const result = await run((done, total) => {
      const step = total === 0 ? 0 : Math.floor((done / total) * STEPS)
      if (step <= reported) return
      reported = step
      send('progress', { done, total })
    }, gone.signal)
    send('result', result)
  } catch (error) {
    // Nobody is there to be told; what was not committed is taken back.
    if (gone.signal.aborted) {
      if (!isAbort(error)) request.log.error({ err: error }, 'import failed after its caller went away')
      return reply.hijack()
    }
    if (!reply.raw.headersSent) throw error
    send('failure', toFailure(error as Error, request).body())
  }
  reply.raw.end()
  return reply
}

const isAbort = (error: unknown): boolean =>
  error instanceof SheetError
    ? error.reason === 'aborted'
    : error instanceof Error && error.name === 'AbortError'
