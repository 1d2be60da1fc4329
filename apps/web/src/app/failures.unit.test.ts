import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** Mocks in place of the page. The tests begin with the response that `fetch` returns. */
const page = vi.hoisted(() => ({
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
  /** Search parameters of the address; a project's page names its project there. */
  search: { project: 'p1' } as { project?: string },
}))
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

const LOST = '登录状态已失效，请重新登录。'
const AGAIN = expect.objectContaining({ title: LOST, ok: '重新登录' })
const HOME = '/project/index'
const PERSON = { must_change_password: false, role: { is_super: false } }
const open = vi.fn()
/** Another tab of the browser: records what this tab posts, and can post itself. */
const tab = {
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
let api: typeof import('../platform/api/api.ts')['api']

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
  ;({ api } = await import('../platform/api/api.ts'))
  ;(await import('./failures.ts')).startFailures()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Makes the server answer every call with this response. */
function answers(status: number, body: object | string): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  vi.stubGlobal('fetch', async () => new Response(text, { status }))
}
/** Makes a call that fails, and waits for everything that follows from it. */
async function failing(options = {}): Promise<{ code: number; message: string }> {
  const error = await api.get('/x', undefined, options).then(
    () => expect.fail('not rejected'),
    (reason: { code: number; message: string }) => reason,
  )
  await vi.advanceTimersByTimeAsync(0)
  return error
}
const toasts = () => open.mock.calls.map(([toast]) => toast.content)

describe('a code other than 0', () => {
  it('is shown in the words of the server for 5 seconds, and the call is rejected', async () => {
    answers(200, { code: 7, msg: '没有可导入的数据', data: null })
    expect(await failing()).toMatchObject({ code: 7, message: '没有可导入的数据' })
    expect(open.mock.calls).toEqual([
      [expect.objectContaining({ type: 'error', content: '没有可导入的数据', duration: 5 })],
    ])
    answers(200, { code: 7 })
    expect(await failing()).toMatchObject({ message: 'Error' })
    expect(toasts()).toEqual(['没有可导入的数据', 'Error'])
  })

  it('is left to the caller who shows it, and 300010 to the dialog 项目已满', async () => {
    answers(422, { code: 422, msg: '提交的内容有误，请检查' })
    await failing({ handled: [422] })
    await failing({ handled: true })
    answers(200, { code: 300010, msg: '项目数量已用完，请购买项目后再创建。' })
    await failing()
    expect(open).not.toHaveBeenCalled()
  })

  const LEFT_OUT = '您已不在该项目中，或项目已被删除。'
  const inProject = async () => (await import('../platform/session/tab.ts')).tabProject.set('p1')

  it('300009: to the list of projects, where the reason is read once however many calls failed', async () => {
    await inProject()
    answers(200, { code: 300009, msg: '请先选择项目' })
    await Promise.all([failing(), failing()])
    // A late answer for the page that was left.
    await failing()
    expect(toasts()).toEqual([LEFT_OUT])
    expect(page.navigate).toHaveBeenCalledExactlyOnceWith({ to: HOME, ignoreBlocker: true })
    expect(page.forgetProject).toHaveBeenCalled()
    expect(page.leave).not.toHaveBeenCalled()
  })

  it('300009 on a page of the company, which shows nothing of the project: it is forgotten, the page stays', async () => {
    await inProject()
    page.search = {}
    answers(200, { code: 300009, msg: '请先选择项目' })
    await failing()
    expect(page.navigate).not.toHaveBeenCalled()
    expect(toasts()).toEqual([])
    expect(page.forgetProject).toHaveBeenCalledOnce()
  })

  it('300009 with typed text: the question stays in front of it; 取消 keeps it to be copied', async () => {
    await inProject()
    page.hasUnsaved.mockReturnValue(true)
    answers(200, { code: 300009, msg: '请先选择项目' })
    await Promise.all([failing(), failing()])
    const question = { title: LEFT_OUT, ok: '返回项目列表' }
    expect(page.ask).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(question))
    expect(page.navigate).not.toHaveBeenCalled()
    expect(page.forgetProject).not.toHaveBeenCalled()
    page.ask.mockResolvedValue(true)
    await failing()
    expect(page.navigate).toHaveBeenCalledExactlyOnceWith({ to: HOME, ignoreBlocker: true })
    expect(page.forgetProject).toHaveBeenCalledOnce()
    expect(toasts()).toEqual([])
  })

  it('503: logs out, and the login page says whom to ask', async () => {
    answers(200, { code: 503, msg: 'x' })
    await failing()
    expect(page.leave).toHaveBeenCalledExactlyOnceWith({
      why: '服务已停止，请联系管理员',
      logout: true,
    })
    // An outage of the database ends by itself, so nobody is logged out.
    answers(503, { code: 503, msg: '服务暂时不可用，请稍后重试' })
    await failing()
    expect(page.leave).toHaveBeenCalledOnce()
    expect(toasts()).toEqual(['服务暂时不可用，请稍后重试'])
  })

  it.each([50008, 50012, 50014])('%i: asks; 重新登录 leaves, 取消 stays and is asked again', async (code) => {
    answers(200, { code, msg: LOST })
    await failing()
    expect(page.ask).toHaveBeenCalledExactlyOnceWith(AGAIN)
    expect(page.leave).not.toHaveBeenCalled()
    // The cookie is gone since the first answer, but typed text is still not discarded without asking.
    answers(401, { code: 401, msg: LOST })
    page.ask.mockResolvedValue(true)
    await failing()
    expect(page.ask).toHaveBeenCalledTimes(2)
    expect(page.leave).toHaveBeenCalledExactlyOnceWith()
    expect(toasts()).toEqual([])
  })

  it('50012 of several calls at once asks once', async () => {
    let answer: (again: boolean) => void = () => {}
    page.ask.mockReturnValue(new Promise((resolve) => (answer = resolve)))
    answers(200, { code: 50012, msg: LOST })
    await Promise.all([failing(), failing(), failing()])
    expect(page.ask).toHaveBeenCalledOnce()
    answer(false)
  })

  it('what ends the session is told to the other tabs, which ask or leave as well', async () => {
    for (const code of [50012, 503]) {
      answers(200, { code, msg: LOST })
      await failing()
    }
    expect(tab.heard).toEqual([
      { person: 'me', code: 50012 },
      { person: 'me', code: 503 },
    ])
    vi.clearAllMocks()
    tab.posts({ person: 'somebody', code: 50012 })
    expect(page.ask).not.toHaveBeenCalled()
    tab.posts({ person: 'me', code: 50012 })
    expect(page.ask).toHaveBeenCalledExactlyOnceWith(AGAIN)
    tab.posts({ person: 'me', code: 503 })
    expect(page.leave).toHaveBeenCalledExactlyOnceWith({ why: '服务已停止，请联系管理员', logout: true })
    expect(tab.heard).toHaveLength(2)
  })
})

describe('a login in another tab', () => {
  const reload = vi.fn()
  const logIn = async (code: string, name: string) => {
    page.refreshProfile.mockResolvedValue({ code, name, must_change_password: false })
    tab.logsIn({ key: 'signed-in', newValue: '1' })
    await vi.advanceTimersByTimeAsync(0)
  }
  /** Answers a question with no when it is closed from outside. */
  const untilClosed = ({ until }: { until: AbortSignal }) =>
    new Promise((resolve) => until.addEventListener('abort', () => resolve(false)))
  beforeEach(() => vi.stubGlobal('location', { reload, pathname: '/implement/cost', search: '' }))

  it('of the same person closes the question, and the form goes on', async () => {
    page.hasUnsaved.mockReturnValue(true)
    page.ask.mockImplementation(untilClosed)
    answers(200, { code: 50012, msg: LOST })
    await failing()
    await logIn('me', '林秋')
    expect(page.ask).toHaveBeenCalledExactlyOnceWith(AGAIN)
    expect(reload).not.toHaveBeenCalled()
    // A later 401 does not count as declined already.
    page.hasUnsaved.mockReturnValue(false)
    answers(401, { code: 401, msg: LOST })
    await failing()
    expect(page.leave).toHaveBeenCalledExactlyOnceWith({ why: LOST, logout: false })
  })

  it('of somebody else loads the page anew, but asks for what was typed here', async () => {
    page.hasUnsaved.mockReturnValue(true)
    await logIn('other', '沈慧')
    expect(page.ask).toHaveBeenCalledExactlyOnceWith({
      title: '此浏览器已由沈慧登录',
      text: '本页未保存的内容是林秋填写的，继续编辑将以沈慧的身份保存。',
      ok: '放弃修改',
      cancel: '继续编辑',
      careful: true,
    })
    expect(reload).not.toHaveBeenCalled()
    page.ask.mockResolvedValue(true)
    await logIn('other', '沈慧')
    page.hasUnsaved.mockReturnValue(false)
    await logIn('other', '沈慧')
    expect(reload).toHaveBeenCalledTimes(2)
    expect(page.ask).toHaveBeenCalledTimes(2)
  })
})

describe('HTTP', () => {
  it('401 logs out and says why, once a second', async () => {
    answers(401, { code: 401, msg: LOST })
    await Promise.all([failing(), failing()])
    await vi.advanceTimersByTimeAsync(999)
    await failing()
    expect(page.leave).toHaveBeenCalledExactlyOnceWith({ why: LOST, logout: false })
    await vi.advanceTimersByTimeAsync(1)
    await failing()
    expect(page.leave).toHaveBeenCalledTimes(2)
  })

  it('401 with typed text asks instead of leaving', async () => {
    page.hasUnsaved.mockReturnValue(true)
    answers(401, { code: 401, msg: LOST })
    await failing()
    expect(page.ask).toHaveBeenCalledExactlyOnceWith(AGAIN)
    expect(page.leave).not.toHaveBeenCalled()
  })

  it('403 with typed text asks before it leaves the page', async () => {
    page.hasUnsaved.mockReturnValue(true)
    answers(403, { code: 403, msg: '您没有权限进行此操作' })
    await failing()
    const question = { title: '您没有权限进行此操作', ok: '返回项目列表' }
    expect(page.ask).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(question))
    expect(page.navigate).not.toHaveBeenCalled()
  })

  it('403 is told once in 3 seconds; the person is asked for anew, the menu drawn by it, and back to the list of projects', async () => {
    answers(403, { code: 403, msg: '您没有权限进行此操作' })
    await Promise.all([failing(), failing({ handled: true })])
    expect(toasts()).toEqual(['您没有权限进行此操作'])
    expect(page.refreshProfile).toHaveBeenCalledOnce()
    expect(page.navigate).toHaveBeenCalledExactlyOnceWith({ to: HOME, ignoreBlocker: true })
    expect(page.invalidate).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(2_999)
    await failing()
    expect(toasts()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    await failing()
    expect(toasts()).toHaveLength(2)
  })

  it('403 of a part of a page that stays permitted leaves nobody; what the caller shows is shown once', async () => {
    page.refreshProfile.mockResolvedValue({
      ...PERSON,
      current_permissions: [{ resource_model: 'cost_execution', actions: ['read'] }],
    })
    page.hasUnsaved.mockReturnValue(true)
    answers(403, { code: 403, msg: '该功能未启用' })
    await failing({ handled: true })
    expect(toasts()).toEqual([])
    expect(page.refreshProfile).toHaveBeenCalledOnce()
    // Of an act of the person, which the reads of the menu do not silence.
    await failing({ handled: [422] })
    expect(toasts()).toEqual(['该功能未启用'])
    expect(page.ask).not.toHaveBeenCalled()
    expect(page.navigate).not.toHaveBeenCalled()
  })

  it('403 that only its caller shows says why the page is left', async () => {
    answers(403, { code: 403, msg: '该功能未启用' })
    await failing({ handled: true })
    expect(toasts()).toEqual(['该功能未启用'])
    expect(page.navigate).toHaveBeenCalledExactlyOnceWith({ to: HOME, ignoreBlocker: true })
  })

  it('403 of a first password leads to the page that changes it', async () => {
    const assign = vi.fn()
    vi.stubGlobal('location', { assign, pathname: '/implement/cost', search: '?project=a' })
    page.refreshProfile.mockResolvedValue({ must_change_password: true })
    answers(403, { code: 403, msg: '请先修改初始密码' })
    await failing()
    expect(assign).toHaveBeenCalledExactlyOnceWith(
      '/login/password?redirect=%2Fimplement%2Fcost%3Fproject%3Da',
    )
    expect(page.navigate).not.toHaveBeenCalled()
  })

  it('anything else is shown once in 500 ms, also without an envelope', async () => {
    answers(500, { code: 500, msg: '系统出现错误，请稍后重试（abc）' })
    await Promise.all([failing(), failing()])
    answers(502, '<html>')
    await vi.advanceTimersByTimeAsync(499)
    await failing()
    expect(toasts()).toEqual(['系统出现错误，请稍后重试（abc）'])
    await vi.advanceTimersByTimeAsync(1)
    await failing()
    expect(toasts()).toEqual(['系统出现错误，请稍后重试（abc）', '服务暂时不可用，请稍后重试（502）'])
  })
})

describe('a call without an answer', () => {
  /** `AbortSignal.timeout` runs on Node's own clock, not on the fake timers of the test. */
  function testClock(): void {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const clock = new AbortController()
      setTimeout(() => clock.abort(), ms)
      return clock.signal
    })
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    )
  }

  it('is given up after 10 seconds', async () => {
    testClock()
    const failed = vi.fn()
    void api.get('/x').catch(failed)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(failed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ message: '请求超时，请稍后重试' }))
    expect(toasts()).toEqual(['请求超时，请稍后重试'])
    expect(page.connectionDoubtful).toHaveBeenCalledOnce()
  })

  it('that its caller breaks off is no failure', async () => {
    testClock()
    const gone = new AbortController()
    const failed = vi.fn()
    void api.get('/x', undefined, { signal: gone.signal }).catch(failed)
    gone.abort()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ name: 'AbortError' }))
    expect(toasts()).toEqual([])
  })
})
