import { setTimeout as sleep } from 'node:timers/promises'

const TRIES = 3
const PAUSE_MS = 1_000
const TRY_MS = 10_000

/**
 * Tells the monitor of BACKUP_PING_URL how a backup ended, as healthchecks.io takes it: GET, after a failure with `/fail`. Returns in Chinese why
 * it did not work, or null: the backup is as good without, and a monitor that hears nothing alarms by itself.
 */
export async function ping(monitor: URL, result: 'good' | 'failed'): Promise<string | null> {
  const url = new URL(monitor)
  if (result === 'failed') url.pathname = `${url.pathname.replace(/\/$/, '')}/fail`
  let why = ''
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (tries > 0) await sleep(PAUSE_MS)
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(TRY_MS) })
      await answer.body?.cancel()
      if (answer.ok) return null
      why = `回答 ${answer.status}`
    } catch (error) {
      const { message, cause } = error as Error
      why = cause instanceof Error ? cause.message : message
    }
  }
  return `BACKUP_PING_URL 没有通知到：${why}`
}
