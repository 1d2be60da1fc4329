import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ask, showNotice } from './confirm.tsx'
import { isLayerOpen } from './layers.ts'
import { bindFeedback } from './toast.ts'

interface Drawn {
  onCancel: () => void
  afterClose: () => void
}
/** Mock of antd's dialogs. */
const confirm = vi.fn((_drawn: Drawn) => ({ destroy, update: vi.fn() }))
const destroy = vi.fn()

beforeEach(() => {
  vi.clearAllMocks()
  vi.stubGlobal('document', { activeElement: null })
  bindFeedback({ modal: { confirm } } as unknown as Parameters<typeof bindFeedback>[0])
})
afterEach(() => vi.unstubAllGlobals())

it('what is only told lies over the page as a question does: Back closes it', () => {
  showNotice({ title: '项目已满', text: '项目数量已用完。', ok: '取消' })
  expect(confirm).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ title: '项目已满', content: '项目数量已用完。' }),
  )
  expect(isLayerOpen()).toBe(true)
  confirm.mock.lastCall?.[0].onCancel()
  expect(isLayerOpen()).toBe(false)
})

it('a question goes, answered with no, when there is nothing left to ask about', async () => {
  const over = new AbortController()
  const answer = ask({ title: '导入尚未完成，确定中止？', until: over.signal })
  expect(isLayerOpen()).toBe(true)
  over.abort()
  expect(await answer).toBe(false)
  expect(isLayerOpen()).toBe(false)
  expect(destroy).toHaveBeenCalledOnce()
})

it('without the code of its dialog a question is answered with no, and lies over nothing', async () => {
  vi.resetModules()
  const [confirming, toasts, layers] = await Promise.all([
    import('./confirm.tsx'),
    import('./toast.ts'),
    import('./layers.ts'),
  ])
  toasts.onFeedbackWanted(async () => new Error('missing'))
  const answer = confirming.ask({ title: '确定删除？' })
  expect(layers.isLayerOpen()).toBe(false)
  expect(await answer).toBe(false)
  // The question does not appear when the code comes later.
  toasts.bindFeedback({ modal: { confirm } } as unknown as Parameters<typeof bindFeedback>[0])
  expect(confirm).not.toHaveBeenCalled()
  expect(layers.isLayerOpen()).toBe(false)
})

it('clicks before the code of the dialog is there are one question, the last', async () => {
  vi.resetModules()
  const [confirming, toasts] = await Promise.all([import('./confirm.tsx'), import('./toast.ts')])
  const answers = ['FK1', 'FK1', 'FK2'].map((text) => confirming.ask({ title: '确定删除？', text }))
  toasts.bindFeedback({ modal: { confirm } } as unknown as Parameters<typeof bindFeedback>[0])
  expect(confirm).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ content: 'FK2' }))
  expect(await Promise.all(answers.slice(0, 2))).toEqual([false, false])
})
