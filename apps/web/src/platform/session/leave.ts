import { sessionApi } from '@pianzhang/contract/api/sessions'
import type { Profile } from '@pianzhang/contract/session'
import { isCompanyPath } from '../address/search.ts'
import { call } from '../api/api.ts'
import { loginHint, loginMessage, tabProject, unsavedPreferences } from './tab.ts'

let leaving = false

/** URL of `/login` with the page to return to: this one, or the target that a login page was already given. */
export function loginAddress(from: string = location.pathname + location.search): string {
  const wanted = from.startsWith('/login') ? new URLSearchParams(from.split('?')[1]).get('redirect') : from
  return wanted === null || wanted === '/' ? '/login' : `/login?redirect=${encodeURIComponent(wanted)}`
}

/** What a person must do before anything else, on a page of its own: set a password, set two-step verification up. */
export type Step = 'password' | 'second_factor'
export const dueStep = (
  profile: Pick<Profile, 'must_change_password' | 'must_set_second_factor'>,
): Step | undefined =>
  profile.must_change_password ? 'password' : profile.must_set_second_factor ? 'second_factor' : undefined

/** URL of a step's page; it names a project page to return to, the default page is left out. */
export const stepAddress = (step: Step): string =>
  isCompanyPath(location.pathname) ? `/login/${step}` : loginAddress().replace('/login', `/login/${step}`)

/**
 * Goes to the login page with a full page load, so that no data of this person stays in memory. `why` is shown there once. The
 * server has already cleared the cookie of an ended session; `logout` ends a live one.
 */
export async function leave({
  why,
  logout = false,
  forget,
  to = loginAddress(),
}: {
  why?: string
  logout?: boolean
  /** Called on a deliberate logout: removes unsaved drafts. */
  forget?: () => void
  to?: string
} = {}): Promise<void> {
  if (leaving) return
  leaving = true
  loginHint.set(null)
  // Clears the stored value only: a change of the value would unmount the page, whose unsaved text may still be stored as a draft.
  tabProject.removeStored()
  unsavedPreferences.set(null)
  loginMessage.set(why ?? null)
  forget?.()
  if (logout) await call(sessionApi.logout, { quiet: true, timeout: 3_000 }).catch(() => {})
  // `replace`, so that Back does not return to a page that redirects here again.
  location.replace(to)
}
