import { describe, expect, it, vi } from 'vitest'
import { AGAIN, answers, callX, failing, HOME, LOST, PERSON, page, toasts } from './failures.mocks.ts'

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

  it.each([
    ['password', { must_change_password: true, must_set_second_factor: true }],
    ['second_factor', { must_change_password: false, must_set_second_factor: true }],
  ])('403 of what must be done first leads to its page: %s', async (step, profile) => {
    const assign = vi.fn()
    vi.stubGlobal('location', { assign, pathname: '/implement/cost', search: '?project=a' })
    page.refreshProfile.mockResolvedValue(profile)
    answers(403, { code: 403, msg: '请先修改初始密码' })
    await failing()
    expect(assign).toHaveBeenCalledExactlyOnceWith(
      `/login/${step}?redirect=%2Fimplement%2Fcost%3Fproject%3Da`,
    )
    expect(page.navigate).not.toHaveBeenCalled()
  })

  it('403 of a code that the person was asked for, and did not give, says nothing more', async () => {
    answers(403, { code: 300012, msg: '请输入动态码' })
    await failing()
    expect(toasts()).toEqual([])
    expect(page.refreshProfile).not.toHaveBeenCalled()
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
    void callX().catch(failed)
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
    void callX({ signal: gone.signal }).catch(failed)
    gone.abort()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ name: 'AbortError' }))
    expect(toasts()).toEqual([])
  })
})
