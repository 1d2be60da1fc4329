import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AGAIN, answers, failing, HOME, LOST, open, page, tab, toasts } from './failures.mocks.ts'

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
