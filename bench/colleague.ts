import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Bench } from './bench.ts'
import { send } from './http-client.ts'
import { paced } from './load.ts'

interface Asked {
  url: string
  headers: Record<string, string>
  every: number
}

/** Somebody at another machine, who asks for a page again and again. */
export interface Colleague {
  /** The ms that each answer took while `work` ran. */
  during(work: Promise<unknown>): Promise<number[]>
  leave(): void
}

/**
 * Asks for `path` every so many ms, in a process with a session of its own: in the process that uploads and reads the files, its collections
 * of garbage would be measured as the server's time.
 */
export function colleague(bench: Bench, path: string, project: string, every: number): Colleague {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), [], { detached: true })
  const left = new AbortController()
  child.once('exit', () => left.abort(new Error('the colleague has left')))
  const headers = { Authorization: `Bearer ${bench.token}`, 'X-Project': project }
  return {
    during: async (work) => {
      const answer = once(child, 'message', { signal: left.signal })
      child.send({ url: `${bench.address}/api/${path}`, headers, every } satisfies Asked)
      await work
      child.send('enough')
      const [{ times, error }] = (await answer) as [{ times: number[]; error?: string }]
      if (error !== undefined) throw new Error(error)
      return times
    },
    leave: () => child.disconnect(),
  }
}

if (process.send) {
  let enough = false
  process.on('message', (message: Asked | 'enough') => {
    if (message === 'enough') {
      enough = true
      return
    }
    enough = false
    const { url, headers, every } = message
    const ask = async () => {
      const answer = await send(url, { method: 'GET', headers, body: null })
      if (!answer.startsWith('{"code":0,')) throw new Error(answer)
    }
    paced(every, () => enough, ask).then(
      (times) => process.send?.({ times }),
      (error: Error) => process.send?.({ times: [], error: error.message }),
    )
  })
}
