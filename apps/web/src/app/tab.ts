/** What belongs to this browser tab, or to this browser, and outlives a reload. Storage may be switched off: then it does not. */
function slot(storage: () => Storage, key: string) {
  let value: string | null = null
  try {
    value = storage().getItem(key)
  } catch {}
  return {
    get: () => value,
    set(next: string | null) {
      value = next
      try {
        if (next === null) storage().removeItem(key)
        else storage().setItem(key, next)
      } catch {}
    },
  }
}

/** Code of the project this tab works in. Two tabs on two projects must never write into each other's, so it is not the session's. */
export const tabProject = slot(() => sessionStorage, 'project')

/** Preferences changed here that the server does not have yet, as JSON: a reload cuts off what is on its way. */
export const unsavedPreferences = slot(() => sessionStorage, 'unsaved-preferences')

/** A sentence that the login page shows once: why somebody is there again. */
export const farewell = slot(() => sessionStorage, 'farewell')

/**
 * Whether this browser probably holds a session. The token itself is HttpOnly; the hint only decides what is loaded first, and
 * spares the login page a call that would fail.
 */
const SIGNED_IN = 'signed-in'
export const loginHint = slot(() => localStorage, SIGNED_IN)

/** Another tab of this browser signs in or out. */
export function onOtherTabsLogin(told: (signedIn: boolean) => void, signal: AbortSignal): void {
  addEventListener('storage', ({ key, newValue }) => key === SIGNED_IN && told(newValue !== null), { signal })
}
