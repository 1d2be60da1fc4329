import { FAILURES } from '@pianzhang/contract/errors'
import { type ApiError, type CallOptions, NETWORK, onFailure, TIMEOUT } from '../platform/api/api.ts'
import { connectionDoubtful } from '../platform/api/connection.ts'
import { throttled } from '../platform/changes/throttle.ts'
import { queryClient } from '../platform/query.ts'
import { firstPasswordAddress, leave } from '../platform/session/leave.ts'
import { HOME } from '../platform/session/menu.ts'
import { forgetProject, refreshProfile } from '../platform/session/session.ts'
import { dropGuards } from '../ui/form/unsaved.ts'
import { ask, dismissQuestions } from '../ui/popup/confirm.tsx'
import { toast } from '../ui/popup/toast.ts'
import { router } from './router.tsx'

const SESSION_ENDED: readonly number[] = [
  FAILURES.tokenForm.code,
  FAILURES.sessionEnded.code,
  FAILURES.sessionExpired.code,
]

const logOut = (why: string, logout = false) => {
  dropGuards()
  void leave({ why, logout })
}

/**
 * The login question leaves the page below unchanged, and 取消 returns to it. The cookie is gone by then, so each later call is
 * a 401 and asks again instead of discarding what was typed.
 */
let asking = false
let declined = false
async function askToLogInAgain(): Promise<void> {
  if (asking) return
  asking = true
  const again = await ask({ title: FAILURES.sessionExpired.msg, ok: '重新登录' })
  asking = false
  declined = !again
  if (!again) return
  dropGuards()
  await leave()
}

const unauthorized = throttled(1_000, () => {
  if (asking || declined) void askToLogInAgain()
  else logOut(FAILURES.unauthorized.msg)
})
const httpError = throttled(500, (text: string) => toast.error(text))

/** Permissions changed since the menu was drawn: reloads them, which updates the menu, and returns to the project list. */
const forbidden = throttled(3_000, (text: string) => {
  toast.error(text)
  void refreshProfile().then(
    async (profile) => {
      if (profile.must_change_password) return location.assign(firstPasswordAddress())
      dismissQuestions()
      await router.navigate({ to: HOME, ignoreBlocker: true })
      await router.invalidate()
    },
    () => {},
  )
})

async function projectGone(text: string): Promise<void> {
  toast.error(text)
  dismissQuestions()
  await router.navigate({ to: HOME, ignoreBlocker: true })
  await forgetProject()
}

/** What a failure does to the whole page, by the codes of `FAILURES`; any other failure is the business of whoever made the call. */
function handle(error: ApiError, options: CallOptions): void {
  const { status, code, message } = error
  if (status === 200 && code === FAILURES.noProject.code) return void projectGone(message)
  if (status === 200 && code === FAILURES.stopped.code) return void logOut(FAILURES.stopped.msg, true)
  if (status === 200 && SESSION_ENDED.includes(code)) return void askToLogInAgain()
  if (status === 401) return void unauthorized()
  if (status === 403) return void forbidden(message)
  // The dialog 项目已满 belongs to the projects page.
  if (code === FAILURES.quotaFull.code) return
  // The project was archived or expired after the page was rendered: the profile and the rows' permissions reload.
  if (code === FAILURES.archived.code) void queryClient.invalidateQueries()
  if (code === NETWORK || code === TIMEOUT) void connectionDoubtful()
  if (options.handled === true || options.handled?.includes(code)) return
  if (status === 200) toast.error(message)
  else httpError(message)
}

export const startFailures = (): void => onFailure(handle)
