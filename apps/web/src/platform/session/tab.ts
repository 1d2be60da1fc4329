/** A value in sessionStorage or localStorage; where storage is blocked it lasts until the next reload. */
function slot(storage: () => Storage, key: string) {
  const listeners = new Set<() => void>()
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
      for (const listener of listeners) listener()
    },
    /** Clears the stored value only; the current page keeps its copy. */
    removeStored() {
      try {
        storage().removeItem(key)
      } catch {}
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/**
 * Code of the project this tab works in, sent as `X-Project`. Two tabs on two projects must never write into each other's, so it is
 * kept per tab and not per session. On a project page it is the project of the URL (enterProject.ts).
 */
export const tabProject = slot(() => sessionStorage, 'project')

/** Project and day of the reminders that this browser showed last (reminders/strip/StripPlaceholder.tsx). */
export const lastReminders = slot(() => localStorage, 'reminders')

/** Preferences changed here that the server does not have yet, as JSON: a reload aborts a save in flight. */
export const unsavedPreferences = slot(() => sessionStorage, 'unsaved-preferences')

/** Whether this document is a reload and not a new visit. */
const isReload = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload')

/**
 * The tab last selected on a page, until the person leaves it. Going to a typed address runs no
 * handler, so a page load drops it unless it is a reload.
 */
export function rememberedTab(page: string) {
  const selectedTab = slot(() => sessionStorage, `tab:${page}`)
  if (!isReload()) selectedTab.set(null)
  return selectedTab
}

/** With whose phone number this tab logged in, for the next login after the session has ended; a deliberate logout removes it. */
export const loginPhone = slot(() => sessionStorage, 'login-phone')

/** A message that the login page shows once: why the person was logged out. */
export const loginMessage = slot(() => sessionStorage, 'farewell')

/**
 * Whether this browser probably holds a session. The token itself is HttpOnly; the hint only decides what is loaded first, and
 * spares the login page a call that would fail.
 */
const SIGNED_IN = 'signed-in'
export const loginHint = slot(() => localStorage, SIGNED_IN)

/** Calls `onChange` when another tab of this browser signs in or out; without `signal` as long as the page lives. */
export function onOtherTabsLogin(onChange: (signedIn: boolean) => void, signal?: AbortSignal): void {
  addEventListener(
    'storage',
    ({ key, newValue }) => key === SIGNED_IN && onChange(newValue !== null),
    signal && { signal },
  )
}
