import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast } from '../popup/toast.ts'
import { downloadExport } from './download.ts'

const clicked: string[] = []
beforeEach(() => {
  clicked.length = 0
  // The part of `document` that a link needs.
  vi.stubGlobal('document', {
    createElement: () => {
      const link = { href: '', download: 'none', click: () => clicked.push(link.href) }
      return link
    },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const toasts = () => ({
  success: vi.spyOn(toast, 'success').mockImplementation(() => {}),
  error: vi.spyOn(toast, 'error').mockImplementation(() => {}),
})

test('an export is fetched from its address, and said', async () => {
  const { success, error } = toasts()
  await downloadExport(async () => '/file?sign=1', '开始导出，共 3 条')
  expect(clicked).toEqual(['/file?sign=1'])
  expect(success).toHaveBeenCalledExactlyOnceWith('开始导出，共 3 条')
  expect(error).not.toHaveBeenCalled()
})

test.each([undefined, ''])('without an address (%j) it has failed, in words', async (url) => {
  const { success, error } = toasts()
  await downloadExport(async () => url, '开始导出')
  expect(error).toHaveBeenCalledExactlyOnceWith('导出失败，请稍后重试。')
  expect([clicked, success.mock.calls]).toEqual([[], []])
})

test('a call that failed has said so itself', async () => {
  const { success, error } = toasts()
  await downloadExport(() => Promise.reject(new Error('无法连接')), '开始导出')
  expect([clicked, success.mock.calls, error.mock.calls]).toEqual([[], [], []])
})
