import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { loadProps } from './LoadFailed.tsx'

const state = (part: { failed?: boolean; loading?: boolean }) => ({
  failed: false,
  loading: false,
  retry: vi.fn(),
  ...part,
})
const dropDown = (one: ReturnType<typeof state>, entries: number) =>
  renderToStaticMarkup(
    <div>
      {loadProps(one, entries).popupRender?.(<i>entries</i>)}
      {loadProps(one, entries).notFoundContent}
    </div>,
  )

test('a list that failed to load says so and offers 重试, below the entries that are there all the same', () => {
  const failed = state({ failed: true })
  expect(dropDown(failed, 0)).toMatch(/加载失败.*重试/)
  expect(dropDown(failed, 0)).not.toContain('entries')
  expect(dropDown(failed, 2)).toMatch(/entries.*加载失败.*重试/)
  expect(loadProps(failed, 0).loading).toBe(false)
})

test('opening it tries again, once at a time', () => {
  const failed = state({ failed: true })
  loadProps(failed, 0).onOpenChange(false)
  expect(failed.retry).not.toHaveBeenCalled()
  loadProps(failed, 0).onOpenChange(true)
  expect(failed.retry).toHaveBeenCalledTimes(1)
  const trying = state({ failed: true, loading: true })
  loadProps(trying, 0).onOpenChange(true)
  expect(trying.retry).not.toHaveBeenCalled()
})

test('on its way it says so; once there it is an ordinary list', () => {
  expect(loadProps(state({ loading: true }), 0)).toMatchObject({ loading: true, notFoundContent: '加载中…' })
  const opened = vi.fn()
  const there = loadProps(state({}), 0, opened)
  expect(Object.keys(there)).toEqual(['loading', 'onOpenChange'])
  there.onOpenChange(true)
  expect(opened).toHaveBeenCalledWith(true)
})
