import { setTimeout as sleep } from 'node:timers/promises'
import type { Parts } from './start/serve.ts'

/** An operator is promised an end within 15 s: running requests get 10, their remains one, PostgreSQL's fast shutdown until 13. */
const REQUESTS_MS = 10_000
const APP_MS = 11_000
const FAST_MS = 13_000

const parts: Parts = {}
const ending = new AbortController()
let ended: Promise<void> | undefined

/** Ends everything that was opened, once, whoever asks; the first one's status counts. */
function end(status: number): void {
  ended ??= close().then(
    () => process.exit(status),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
}

async function close(): Promise<void> {
  const began = Date.now()
  ending.abort()
  // During the start nobody waits for an answer, so nothing is waited for.
  const timer = setTimeout(cut, parts.ready ? REQUESTS_MS : 0)
  await Promise.race([closeApp(), sleep(APP_MS)])
  clearTimeout(timer)
  await parts.embedded?.stop(began + FAST_MS - Date.now())
}

async function closeApp(): Promise<void> {
  await starting.catch(() => undefined)
  await parts.app?.close().catch((error: unknown) => console.error(error))
}

function cut(): void {
  // Where an immediate shutdown breaks the connection of a migration that nobody waits for: no reason to end with an error.
  process.on('uncaughtException', () => undefined)
  parts.app?.cut()
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => {
    // A second Ctrl-C is a person who does not want to wait; PostgreSQL is told as the process ends.
    if (signal === 'SIGINT' && ended) process.exit(130)
    end(0)
  })

// Loading takes most of a second: signals are taken from before that.
const starting = import('./start/serve.ts').then(({ serve }) => serve(parts, ending.signal))
starting.catch(async (error: unknown) => {
  if (ending.signal.aborted) return
  const { ConfigError } = await import('./platform/config.ts')
  console.error(error instanceof ConfigError ? error.message : error)
  end(1)
})
