import { FAILURES } from '@pianzhang/contract/errors'
import { type ApiError, NETWORK, onFailure, TIMEOUT } from '../platform/api/api.ts'
import { connectionDoubtful } from '../platform/api/connection.ts'
import type { CallOptions } from '../platform/api/endpoint.ts'
import { throttled } from '../platform/changes/throttle.ts'
import { queryClient } from '../platform/query.ts'
import { dueStep, leave, stepAddress } from '../platform/session/leave.ts'
import { HOME, mayOpen, pageAt } from '../platform/session/menu.ts'
import { currentProfile, forgetProject, refreshProfile } from '../platform/session/session.ts'
import { onOtherTabsLogin, tabProject } from '../platform/session/tab.ts'
import { dropGuards, hasUnsaved, unsavedText } from '../ui/form/unsaved.ts'
import { ask, dismissQuestions } from '../ui/popup/confirm.tsx'
import { toast } from '../ui/popup/toast.ts'
import { router } from './router.tsx'

const SESSION_ENDED: readonly number[] = [
  FAILURES.tokenForm.code,
  FAILURES.sessionEnded.code,
  FAILURES.sessionExpired.code,
]
const LEFT_OUT = '您已不在该项目中，或项目已被删除。'

const logOut = (why: string, logout = false) => {
  dropGuards()
  void leave({ why, logout })
}

/**
 * The login question leaves the page below unchanged, and 取消 returns to it. The cookie is gone by then, so each later call is
 * a 401 and asks again instead of discarding what was typed.
 */
let asking: AbortController | null = null
let declined = false
async function askToLogInAgain(): Promise<void> {
  if (asking) return
  const answered = new AbortController()
  asking = answered
  const again = await ask({
    title: FAILURES.sessionExpired.msg,
    text: unsavedText(),
    ok: '重新登录',
    until: answered.signal,
  })
  asking = null
  declined = !again && !answered.signal.aborted
  if (!again) return
  dropGuards()
  await leave()
}

/**
 * Somebody has signed in in another tab. All tabs share the session, so the question for a new login is closed. If it is another person, they are
 * asked before they go on with what the former one typed here, as they would save it under their own name.
 */
async function signedInElsewhere(): Promise<void> {
  const before = currentProfile()
  asking?.abort()
  declined = false
  // The call reports its failure.
  const now = await refreshProfile().catch(() => undefined)
  if (!before || !now || now.code === before.code) return
  const question = {
    title: `此浏览器已由${now.name}登录`,
    text: `本页未保存的内容是${before.name}填写的，继续编辑将以${now.name}的身份保存。`,
    ok: '放弃修改',
    cancel: '继续编辑',
    careful: true,
  }
  if (hasUnsaved() && !(await ask(question))) return
  dropGuards()
  // A page load, so that no data of the person before stays in memory.
  location.reload()
}

function endSession(code: number): void {
  if (code === FAILURES.stopped.code) logOut(FAILURES.stopped.msg, true)
  else void askToLogInAgain()
}

/** All tabs share one session. The tab that is told why it ended tells the others: their next call is a 401 without a reason. */
function connectTabs(): (code: number) => void {
  if (!('BroadcastChannel' in globalThis)) return () => {}
  const channel = new BroadcastChannel('pianzhang-session')
  const person = () => currentProfile()?.code
  channel.onmessage = ({ data }: MessageEvent<{ person: string | undefined; code: number }>) => {
    if (data.person === person()) endSession(data.code)
  }
  return (code) => channel.postMessage({ person: person(), code })
}
let tellOtherTabs: (code: number) => void = () => {}

const unauthorized = throttled(1_000, () => {
  if (asking || declined || hasUnsaved()) void askToLogInAgain()
  else logOut(FAILURES.unauthorized.msg)
})
const httpError = throttled(500, (text: string) => toast.error(text))

/**
 * Returns to the list of projects from a page that the person may not see any more. If text was typed, it asks first: the text cannot be
 * saved, but 取消 leaves it there to be copied.
 */
let leavingPage = false
async function leavePage(why: string): Promise<boolean> {
  if (leavingPage) return false
  leavingPage = true
  try {
    const text = '未保存的内容已无法提交。需要留存时请先取消，复制后再离开。'
    if (hasUnsaved() && !(await ask({ title: why, text, ok: '返回项目列表' }))) return false
    dismissQuestions()
    await router.navigate({ to: HOME, ignoreBlocker: true })
    void queryClient.invalidateQueries({ queryKey: ['projects'] })
    return true
  } finally {
    leavingPage = false
  }
}

const forbiddenText = throttled(3_000, (text: string) => toast.error(text))

/**
 * Permissions changed since the menu was drawn: reloads them, which updates the menu. The page is left only if it is no longer permitted: the
 * call may have been one of the menu, or of a part of the page.
 */
const forbidden = throttled(3_000, (text: string) => {
  void refreshProfile().then(
    async (profile) => {
      const step = dueStep(profile)
      if (step) return location.assign(stepAddress(step))
      const page = pageAt(router.latestLocation.pathname)
      if (!page || mayOpen(profile, page)) return
      forbiddenText(text)
      if (await leavePage(text)) await router.invalidate()
    },
    () => {},
  )
})

async function projectGone(): Promise<void> {
  // Only on a project's page: a company page shows nothing of the project, and a late answer may belong to a page that was left.
  if (router.latestLocation.search.project !== undefined) {
    const asked = hasUnsaved()
    if (!(await leavePage(LEFT_OUT))) return
    // Shown after the list of projects is there: a toast lasts five seconds, which loading that page may take.
    if (!asked) toast.error(LEFT_OUT)
  }
  if (tabProject.get()) await forgetProject()
}

/** Whether the caller shows the failure itself. */
const isHandled = (code: number, { handled }: CallOptions): boolean =>
  handled === true || handled?.includes(code) === true

/**
 * What a failure does to the whole page, by the codes of `FAILURES`. Any other failure is shown as a message, unless its caller handles it.
 */
function handle(error: ApiError, options: CallOptions): void {
  const { status, code, message } = error
  if (status === 200 && code === FAILURES.noProject.code) return void projectGone()
  if (status === 200 && (code === FAILURES.stopped.code || SESSION_ENDED.includes(code))) {
    tellOtherTabs(code)
    endSession(code)
    return
  }
  if (status === 401) return void unauthorized()
  // The person was asked for a code (Confirmations.tsx) and gave none.
  if (code === FAILURES.secondFactor.code) return
  if (status === 403) {
    if (!isHandled(code, options)) forbiddenText(message)
    return void forbidden(message)
  }
  // The dialog 项目已满 belongs to the projects page.
  if (code === FAILURES.quotaFull.code) return
  // The project was archived or expired after the page was rendered: the profile and the rows' permissions reload.
  if (code === FAILURES.archived.code) void queryClient.invalidateQueries()
  if (code === NETWORK || code === TIMEOUT) void connectionDoubtful()
  if (isHandled(code, options)) return
  if (status === 200) toast.error(message)
  else httpError(message)
}

export function startFailures(): void {
  tellOtherTabs = connectTabs()
  onOtherTabsLogin((signedIn) => {
    if (signedIn) void signedInElsewhere()
  })
  onFailure(handle)
}
