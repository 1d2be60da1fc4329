import { afterEach, beforeEach, expect, vi } from 'vitest'

// What the tests of failures.ts share: mocks in place of the page, and the server's answers.

/** Mocks of the confirm dialog, toasts and navigation. Each test stubs `fetch` itself. */
export const page = {
  ask: vi.fn(),
  dismissQuestions: vi.fn(),
  dropGuards: vi.fn(),
  hasUnsaved: vi.fn(),
  leave: vi.fn(),
  navigate: vi.fn(),
  invalidate: vi.fn(),
  forgetProject: vi.fn(),
  refreshProfile: vi.fn(),
  connectionDoubtful: vi.fn(),
  /** The search parameters of the mocked router. */
  search: { project: 'p1' } as { project?: string },
}
vi.mock('../ui/popup/confirm.tsx', () => ({ ask: page.ask, dismissQuestions: page.dismissQuestions }))
vi.mock('../ui/form/unsaved.ts', () => ({
  dropGuards: page.dropGuards,
  hasUnsaved: page.hasUnsaved,
  unsavedText: () => undefined,
}))
vi.mock('../platform/session/leave.ts', async (original) => ({
  ...(await original<typeof import('../platform/session/leave.ts')>()),
  leave: page.leave,
}))
vi.mock('./router.tsx', () => ({
  router: {
    navigate: page.navigate,
    invalidate: page.invalidate,
    get latestLocation() {
      return { pathname: '/implement/cost', search: page.search }
    },
  },
}))
vi.mock('../platform/api/connection.ts', () => ({ connectionDoubtful: page.connectionDoubtful }))
vi.mock('../platform/session/session.ts', async (original) => ({
  ...(await original<typeof import('../platform/session/session.ts')>()),
  currentProfile: () => ({ code: 'me', name: '林秋' }),
  forgetProject: page.forgetProject,
  refreshProfile: page.refreshProfile,
}))

export const LOST = '登录状态已失效，请重新登录。'
export const AGAIN = expect.objectContaining({ title: LOST, ok: '重新登录' })
export const HOME = '/project/index'
export const PERSON = {
  must_change_password: false,
  must_set_second_factor: false,
  role: { is_super: false },
}
export const open = vi.fn()
/** Another tab of the browser: records what this tab posts, and can post itself. */
export const tab = {
  heard: [] as unknown[],
  posts: (_message: object) => {},
  logsIn: (_event: { key: string; newValue: string | null }) => {},
}
class Channel {
  set onmessage(receive: (event: { data: object }) => void) {
    tab.posts = (data) => receive({ data })
  }
  postMessage(message: unknown) {
    tab.heard.push(message)
  }
}
export let callX: (options?: object) => Promise<unknown>

beforeEach(async () => {
  // Throttles and open questions are module state, so each test loads the modules again.
  vi.resetModules()
  vi.clearAllMocks()
  vi.useFakeTimers()
  vi.stubGlobal('BroadcastChannel', Channel)
  vi.stubGlobal('addEventListener', (_: string, listen: typeof tab.logsIn) => {
    tab.logsIn = listen
  })
  tab.heard = []
  page.search = { project: 'p1' }
  page.navigate.mockImplementation(async () => {
    page.search = {}
  })
  page.ask.mockResolvedValue(false)
  page.hasUnsaved.mockReturnValue(false)
  page.refreshProfile.mockResolvedValue({ ...PERSON, current_permissions: [] })
  const { bindFeedback } = await import('../ui/popup/toast.ts')
  bindFeedback({ message: { open } } as unknown as Parameters<typeof bindFeedback>[0])
  const { callAny } = await import('../platform/api/api.ts')
  callX = (options) => callAny({ method: 'GET', path: '/x' }, options)
  ;(await import('./failures.ts')).startFailures()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Makes the server answer every call with this response. */
export function answers(status: number, body: object | string): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  vi.stubGlobal('fetch', async () => new Response(text, { status }))
}
/** Makes a call that fails, and waits for everything that follows from it. */
export async function failing(options = {}): Promise<{ code: number; message: string }> {
  const error = await callX(options).then(
    () => expect.fail('not rejected'),
    (reason: { code: number; message: string }) => reason,
  )
  await vi.advanceTimersByTimeAsync(0)
  return error
}
export const toasts = () => open.mock.calls.map(([toast]) => toast.content)
