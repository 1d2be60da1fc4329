import type { Endpoint } from '@pianzhang/contract/endpoint'
import { ApiError, type Envelope, failure, NETWORK, readEnvelope, report, send, writing } from './api.ts'
import { type AnswerOf, addressOf, type Given, type Sent } from './endpoint.ts'

interface SilenceWatch {
  /** Aborted after the given time without a call of `alive`. */
  signal: AbortSignal
  /** Restarts the timer. */
  alive: () => void
  /** Stops the timer. */
  end: () => void
}

/** Watchdog for streams with a heartbeat: a dead TCP connection raises no error by itself. */
function watchSilence(milliseconds: number): SilenceWatch {
  const dead = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => clearTimeout(timer)
  const alive = () => {
    end()
    timer = setTimeout(() => dead.abort(), milliseconds)
  }
  alive()
  return { signal: dead.signal, alive, end }
}

const CUT = '连接中断，请刷新后查看结果'

/** During an import or a check the server sends an event at least every 15 s. */
const SILENT_MS = 60_000

export interface Progress {
  done: number
  total: number
  /** While queued: number of files ahead of this one. */
  ahead?: number
}

/**
 * A POST answered by an event stream: `waiting` (queued), `progress`, one `result`; a failure is an envelope or a `failure` event.
 * No time limit, but a minute without a byte is a lost connection. `onProgress` gets null when the queue wait is over.
 */
export async function stream<E extends Endpoint>(
  endpoint: E,
  { body, ...options }: Given<E> & Sent,
  onProgress: (progress: Progress | null) => void,
): Promise<AnswerOf<E>> {
  const open = async (response: Response) => response
  const watchdog = watchSilence(SILENT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, watchdog.signal]) : watchdog.signal
  const read = async (write?: string): Promise<AnswerOf<E>> => {
    const own = { ...options, signal, timeout: 0, ...(write && { write }) }
    const response = await send('POST', addressOf(endpoint), body, own, 'text/event-stream', open)
    if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
      return (await readEnvelope(response)).data as AnswerOf<E>
    for await (const event of events(response, watchdog.alive)) {
      const data = JSON.parse(event.data) as unknown
      if (event.name === 'progress') onProgress(data as Progress)
      else if (event.name === 'waiting') {
        const { ahead } = data as { ahead: number | null }
        onProgress(ahead === null ? null : { done: 0, total: 0, ahead })
      } else if (event.name === 'result') return data as AnswerOf<E>
      else if (event.name === 'failure') throw failure(200, data as Envelope)
    }
    throw new ApiError(0, NETWORK, CUT)
  }
  try {
    return endpoint.asks ? await read() : await writing(read)
  } catch (error) {
    if (error instanceof ApiError || options.signal?.aborted) return report(error, options)
    return report(new ApiError(0, NETWORK, CUT), options)
  } finally {
    watchdog.end()
  }
}

/**
 * The events of an open stream. `onBytes` is called for every chunk, also for comments that only keep the connection
 * alive.
 */
export async function* events(
  response: Response,
  onBytes?: () => void,
): AsyncGenerator<{ name: string; data: string }> {
  if (!response.body) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    onBytes?.()
    rest += value ?? ''
    const blocks = rest.split(/\r?\n\r?\n/)
    rest = done ? '' : (blocks.pop() ?? '')
    for (const block of blocks) {
      const lines = block.split(/\r?\n/)
      const field = (name: string) =>
        lines
          .filter((line) => line.startsWith(`${name}:`))
          .map((line) => line.slice(name.length + 1).trimStart())
      const data = field('data')
      if (data.length > 0) yield { name: field('event')[0] ?? 'message', data: data.join('\n') }
    }
    if (done) return
  }
}
