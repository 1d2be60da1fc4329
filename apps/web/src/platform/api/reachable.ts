import { serviceApi } from '@pianzhang/contract/api/sessions'
import { addressOf } from './endpoint.ts'

const PROBE_MS = 3_000
const RELOAD_EVERY_MS = 60_000

/** Whether the server's health check answers. */
export const isServerReachable = (): Promise<boolean> =>
  fetch(addressOf(serviceApi.health), { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) }).then(
    (response) => response.ok,
    () => false,
  )

/** Reloads the page, at most once a minute: after a deployment an old page requests chunks that no longer exist. */
export function reloadOnce(): void {
  const last = Number(sessionStorage.getItem('reloaded') ?? 0)
  if (Date.now() - last < RELOAD_EVERY_MS) return
  sessionStorage.setItem('reloaded', String(Date.now()))
  location.reload()
}
