import { setTimeout as sleep } from 'node:timers/promises'
import type { Parts } from './start/serve.ts'

/**
 * Deadlines in ms, counted after `STOP_DELAY`: running requests are cut, the app is no longer waited for, PostgreSQL's fast shutdown becomes an
 * immediate one. So the process ends within 15 s.
 */
const REQUESTS_MS = 10_000
const APP_MS = 11_000
const FAST_MS = 13_000

/** Exit status EX_CONFIG (sysexits.h), for what no restart mends, such as a wrong setting: the systemd unit does not restart the server after it (`RestartPreventExitStatus`). */
const EX_CONFIG = 78

const parts: Parts = {}
const ending = new AbortController()
let ended: Promise<void> | undefined

/** Closes everything and exits with the status of the first call; later calls have no effect. `announced`: waits for `STOP_DELAY` first. */
function end(status: number, announced = false): void {
  ended ??= close(announced).then(
    () => process.exit(status),
    async (error: unknown) => process.exit(await report(error)),
  )
}

async function close(announced: boolean): Promise<void> {
  if (announced) await announce()
  const began = performance.now()
  ending.abort()
  // During the start there are no requests to wait for.
  const timer = setTimeout(cut, parts.ready ? REQUESTS_MS : 0)
  await Promise.race([closeApp(), sleep(APP_MS)])
  clearTimeout(timer)
  await parts.embedded?.stop(began + FAST_MS - performance.now())
}

/** Makes the readiness check fail and waits for `STOP_DELAY`, still serving, so that a proxy sends further requests to other servers. */
async function announce(): Promise<void> {
  const services = parts.ready ? parts.app?.services : undefined
  if (!services) return
  services.readiness.stop()
  await sleep(services.config.stopDelayMs)
}

async function closeApp(): Promise<void> {
  await starting.catch(() => undefined)
  await parts.app?.close().catch(report)
}

function cut(): void {
  // An immediate shutdown breaks the connection of a running migration; that error must not become the exit status.
  process.on('uncaughtException', () => undefined)
  parts.app?.cut()
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => {
    // A second Ctrl-C exits at once; an `exit` handler still signals PostgreSQL.
    if (signal === 'SIGINT' && ended) process.exit(130)
    end(0, signal === 'SIGTERM')
  })

// Imported dynamically: loading takes most of a second, and signals must be handled from the first moment.
const starting = import('./start/serve.ts').then(({ serve }) => serve(parts, ending.signal))
starting.catch(async (error: unknown) => {
  if (!ending.signal.aborted) end(await report(error))
})

/**
 * Prints an operator's mistake in its words, anything else as the log has it (an error of the database quotes rows in its `detail`) and then in
 * Chinese. Returns the exit status.
 */
async function report(error: unknown): Promise<number> {
  const { ConfigError } = await import('./platform/config.ts')
  const { errorForLog } = await import('./platform/http/log-error.ts')
  const { errorText, isDenied } = await import('./platform/system-errors.ts')
  if (error instanceof ConfigError) {
    console.error(error.message)
    return error.transient ? 1 : EX_CONFIG
  }
  const logged = errorForLog(error)
  console.error(logged)
  console.error(errorText(error, logged.message))
  return isDenied(error) ? EX_CONFIG : 1
}
