import { expect } from 'vitest'
import type { Caller } from '../../harness/harness.ts'

export interface Stream {
  /** Events received so far. */
  events: unknown[]
  /** How often it said that the person's own notices changed. */
  readonly notices: number
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>
  stop(): void
}

/** Opens the stream of a project as a page does; the caller stops it. */
export async function openStream(
  at: string,
  who: Caller,
  query = `?project=${who.project}`,
): Promise<Stream> {
  const gone = new AbortController()
  const response = await fetch(`${at}/api/common/event_source/project${query}`, {
    headers: { authorization: `Bearer ${who.token}` },
    signal: gone.signal,
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const events: unknown[] = []
  let notices = 0
  const read = async () => {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts)
        if (part.startsWith('data: ')) events.push(JSON.parse(part.slice(6)))
        else if (part.startsWith('event: notices\n')) notices += 1
    }
  }
  return {
    events,
    get notices() {
      return notices
    },
    ended: read().catch(() => undefined),
    stop: () => gone.abort(),
  }
}

/** Polls the events received so far. */
export const heard = (stream: Stream) => expect.poll(() => stream.events)
