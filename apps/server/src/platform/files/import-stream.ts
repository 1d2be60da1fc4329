import { DONE } from '@pianzhang/contract/errors'
import { SheetError } from '@pianzhang/xlsx'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { toFailure } from '../http/answer-failure.ts'
import { goneSignal } from '../http/gone.ts'
import type { Timing } from '../timing.ts'

/** At most this many progress events for one import. */
const STEPS = 400

/** Called for each row: the number of rows done so far, and the total. */
export type Report = (done: number, total: number) => void

/** How a running import reports, and the signal that aborts it. */
interface StreamedTask {
  report: Report
  /** `ahead`: how many wait for a slot before it; null: it has got its slot. */
  waiting(ahead: number | null): void
  signal: AbortSignal
}

/** For the OpenAPI document, which cannot describe event streams. */
export const IMPORT_NOTE =
  'With Accept: text/event-stream the answer is a stream: events `waiting` { ahead } while others are served (null: no more), `progress` { done, total }, then one `result` with the data, or `failure` with an envelope'

/** Passes on one call per step of 1/400 of the total. */
export function inSteps(report: Report): Report {
  let reported = -1
  return (done, total) => {
    const step = total === 0 ? 0 : Math.floor((done / total) * STEPS)
    if (step <= reported) return
    reported = step
    report(done, total)
  }
}

/**
 * Answers an import: JSON, or with `Accept: text/event-stream` a stream of `waiting { ahead }` and `progress { done, total }` events and one
 * `result` at the end. A comment is sent every 15 s, as proxies close silent connections. An error before anything was sent is an ordinary
 * failure; later it is an event `failure` with the envelope. The import is aborted when the caller disconnects.
 */
export async function streamImport(
  { timing }: { timing: Timing },
  request: FastifyRequest,
  reply: FastifyReply,
  run: (task: StreamedTask) => Promise<unknown>,
): Promise<FastifyReply> {
  const signal = goneSignal(reply)
  const streams = request.headers.accept?.includes('text/event-stream') ?? false
  const write = (text: string) => {
    if (!reply.raw.headersSent) {
      reply.hijack()
      reply.raw.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
        'X-Content-Type-Options': 'nosniff',
        'X-Request-Id': request.id,
      })
    }
    reply.raw.write(text)
  }
  const send = (event: string, data: unknown) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  const heartbeat = streams ? setInterval(() => write(':\n\n'), timing.heartbeatMs) : undefined
  try {
    if (!streams) {
      const data = await run({ report: () => undefined, waiting: () => undefined, signal })
      return reply.send({ code: 0, msg: DONE, data })
    }
    const report = inSteps((done, total) => send('progress', { done, total }))
    send('result', await run({ report, waiting: (ahead) => send('waiting', { ahead }), signal }))
  } catch (error) {
    // The caller has disconnected, so there is nobody to answer; the transaction was rolled back.
    if (signal.aborted) {
      if (!isAbort(error)) request.log.error({ err: error }, 'import failed after its caller went away')
      return reply.hijack()
    }
    if (!reply.raw.headersSent) throw error
    send('failure', toFailure(error as Error, request).body())
  } finally {
    clearInterval(heartbeat)
  }
  reply.raw.end()
  return reply
}

const isAbort = (error: unknown): boolean =>
  error instanceof SheetError
    ? error.reason === 'aborted'
    : error instanceof Error && error.name === 'AbortError'
