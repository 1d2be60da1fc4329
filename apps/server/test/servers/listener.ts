import { setTimeout as sleep } from 'node:timers/promises'
import type { Owner } from '../harness/company-on.ts'
import { SERVED_BY } from './haproxy.ts'

/** An open page's event stream through the proxy. It connects again when the stream ends, as the page does. */
export class Listener {
  readonly #url: string
  readonly #token: string
  readonly #over = new AbortController()
  /** The resources of all change events received. */
  readonly heard: string[] = []
  /** The server behind each stream that was opened. */
  readonly servedBy: string[] = []
  /** The status of the last answer: 200 while there is a stream, and 401 when the session is over. */
  status = 0
  readonly #running: Promise<void>

  constructor(address: string, { token, project }: Pick<Owner, 'token' | 'project'>) {
    this.#url = `${address}/api/common/event_source/project?project=${project}`
    this.#token = token
    this.#running = this.#listen()
  }

  async #listen(): Promise<void> {
    while (!this.#over.signal.aborted) await this.#stream().catch(() => undefined)
  }

  async #stream(): Promise<void> {
    const { body, headers, status } = await fetch(this.#url, {
      headers: { authorization: `Bearer ${this.#token}` },
      signal: this.#over.signal,
    })
    this.status = status
    if (!body || status !== 200) return await sleep(100)
    this.servedBy.push(headers.get(SERVED_BY) ?? '')
    for await (const text of body.pipeThrough(new TextDecoderStream()))
      for (const [, event] of text.matchAll(/^data: (.*)$/gm))
        this.heard.push(JSON.parse(event ?? '').resource)
  }

  async end(): Promise<void> {
    this.#over.abort()
    await this.#running
  }
}
