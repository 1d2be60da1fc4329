const PROBE_MS = 3_000
const RELOAD_EVERY_MS = 60_000

/** Whether the server answers, whatever was just asked of it in vain. */
export const isServerReachable = (): Promise<boolean> =>
  fetch('/api/common/health', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) }).then(
    (response) => response.ok,
    () => false,
  )

/** After an update the old page asks for files that are gone: it is loaded anew, at most once a minute. */
export function reloadOnce(): void {
  const last = Number(sessionStorage.getItem('reloaded') ?? 0)
  if (Date.now() - last < RELOAD_EVERY_MS) return
  sessionStorage.setItem('reloaded', String(Date.now()))
  location.reload()
}
