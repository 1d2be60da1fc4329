import { sessionApi } from '@pianzhang/contract/api/sessions'
import type { Profile } from '@pianzhang/contract/session'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { BootFailed } from './app/BootFailed.tsx'
import { Login } from './modules/login/Login.tsx'
import { projectInAddress } from './platform/address/search.ts'
import { ApiError, NETWORK, read, TIMEOUT, WORDS } from './platform/api/api.ts'
import { isServerReachable, reloadOnce } from './platform/api/reachable.ts'
import { dueStep, leave, loginAddress, type Step, stepAddress } from './platform/session/leave.ts'
import type { Preferences } from './platform/session/preferences.ts'
import { wantedAfterLogin } from './platform/session/redirect.ts'
import { loginHint, loginMessage } from './platform/session/tab.ts'
import './ui/classes.css'
import './ui/tokens.css'

// zod would try `new Function` to make its checks faster; our Content-Security-Policy refuses that, and the console would say so.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

/**
 * The small first bundle: it knows who is there before it fetches the shell, antd and the router (App.tsx). Login, first password
 * and /404 are drawn without them.
 */
const root = createRoot(document.getElementById('root') as HTMLElement)
let shown = false
const show = (page: ReactNode) => {
  shown = true
  root.render(page)
}
const loadShell = () => import('./app/App.tsx')
/** Drawing the skeleton takes time that a cached page needs for its rows. */
const SKELETON_AFTER_MS = 300
function showSkeleton(): void {
  const code = import('./ui/states/Loading.tsx')
  setTimeout(() => {
    code.then(
      ({ PageSkeleton }) => shown || root.render(<PageSkeleton />),
      () => {},
    )
  }, SKELETON_AFTER_MS)
}

const loadProfile = () => read(sessionApi.profile, { quiet: true, project: projectInAddress(location) })
const loadPreferences = () =>
  // Preferences are optional: a failure to load them is ignored.
  read(sessionApi.preferences, { quiet: true }).catch(() => ({})) as Promise<Preferences>

/** Without a server the browser would put its own error page in the place of ours. */
const reload = async () => {
  if (await isServerReachable()) location.reload()
}

/** Nobody knows who is there. An answer that says no ends the session (seed 001 §8); no answer at all may be tried again. */
function profileFailed(error: unknown): void {
  if (!(error instanceof ApiError) || error.code === NETWORK || error.code === TIMEOUT) {
    show(<BootFailed why={error instanceof Error ? error.message : ''} onRetry={reload} />)
    return
  }
  // A browser without a past login gets no message.
  const why = error.status === 401 && !loginHint.get() ? undefined : error.message
  void leave({ why, logout: error.status !== 401, to: loginAddress() })
}

async function openLogin(): Promise<void> {
  const why = loginMessage.get()
  loginMessage.set(null)
  show(<Login why={why} />)
  if (!loginHint.get()) return
  try {
    await loadProfile()
    location.replace(wantedAfterLogin())
  } catch {
    loginHint.set(null)
  }
}

/** `step`: whose page was asked for; without it the page of the address. */
async function openApp(step?: Step): Promise<void> {
  showSkeleton()
  // Most visits are by somebody who is signed in: then the code travels while the profile does.
  const early = loginHint.get() && !step ? loadShell() : undefined
  early?.catch(() => {})
  const preferences = early && loadPreferences()
  let profile: Profile
  try {
    profile = await loadProfile()
  } catch (error) {
    return profileFailed(error)
  }
  loginHint.set('1')
  const due = dueStep(profile)
  if (due !== step) return location.replace(due ? stepAddress(due) : wantedAfterLogin())
  try {
    if (step === 'second_factor') {
      const { SetUpPage } = await import('./modules/login/SetUpPage.tsx')
      return show(<SetUpPage />)
    }
    if (step) {
      const { FirstPassword } = await import('./modules/login/FirstPassword.tsx')
      return show(<FirstPassword phone={profile.phone} />)
    }
    const [{ App, prepare }, remembered] = await Promise.all([
      early ?? loadShell(),
      preferences ?? loadPreferences(),
    ])
    await prepare(profile, remembered)
    show(<App />)
  } catch {
    const reachable = await isServerReachable()
    show(<BootFailed why={reachable ? '' : WORDS.network} onRetry={reload} />)
    if (reachable) reloadOnce()
  }
}

async function openNotFound(): Promise<void> {
  const { NotFound } = await import('./modules/not-found/NotFound.tsx')
  show(<NotFound />)
}

/** A page kept alive by the browser's Back must not show a ledger after the log-out. */
addEventListener('pageshow', (event) => {
  if (event.persisted && !loginHint.get()) location.reload()
})

const STEPS: Readonly<Record<string, Step>> = {
  '/login/password': 'password',
  '/login/second_factor': 'second_factor',
}
const path = location.pathname.replace(/\/+$/, '')
if (path === '/login') void openLogin()
else if (path === '/404') void openNotFound()
else void openApp(STEPS[path])
