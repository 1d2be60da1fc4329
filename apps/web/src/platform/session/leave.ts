import { isCompanyPath } from '../address/search.ts'
import { api } from '../api/api.ts'
import { loginHint, loginMessage, tabProject, unsavedPreferences } from './tab.ts'

let leaving = false

/** `/login` and where to go on afterwards: here, or where the login or the first password would have led. */
export function loginAddress(from: string = location.pathname + location.search): string {
  const wanted = from.startsWith('/login') ? new URLSearchParams(from.split('?')[1]).get('redirect') : from
  return wanted === null || wanted === '/' ? '/login' : `/login?redirect=${encodeURIComponent(wanted)}`
}

/** A page of a project is wanted again after the first password; where everybody lands need not be named. */
export const firstPasswordAddress = (): string =>
  isCompanyPath(location.pathname) ? '/login/password' : loginAddress().replace('/login', '/login/password')

/**
 * To the login page, by a new load of the page, so that nothing of this person stays in memory. `why` is shown there once. The
 * server has cleared the cookie already where the session ended; `logout` ends one that lives.
 */
export async function leave({
  why,
  logout = false,
  forget,
  to = loginAddress(),
}: {
  why?: string
  logout?: boolean
  /** The person leaves on purpose: removes what was typed and not saved. */
  forget?: () => void
  to?: string
} = {}): Promise<void> {
  if (leaving) return
  leaving = true
  loginHint.set(null)
  // The page under a log-out is not drawn anew: what was typed into it may still be kept as a draft.
  tabProject.removeStored()
  unsavedPreferences.set(null)
  loginMessage.set(why ?? null)
  forget?.()
  if (logout)
    await api.delete('/api/manager/sessions', undefined, { quiet: true, timeout: 3_000 }).catch(() => {})
  // Replaced, so that Back does not lead into a page that only leads here again.
  location.replace(to)
}
