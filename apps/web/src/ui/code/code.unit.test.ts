import { afterEach, expect, it, vi } from 'vitest'
import { CodeMissing, loadCode } from './code.ts'

const network = vi.hoisted(() => ({ online: true }))
vi.mock('../../platform/api/connection.ts', () => ({
  connectionDoubtful: vi.fn(),
  isOnline: () => network.online,
  useOnline: () => network.online,
}))

const server = (answers: boolean) =>
  vi.stubGlobal('fetch', () =>
    answers ? Promise.resolve(new Response('{}')) : Promise.reject(new TypeError('no network')),
  )
afterEach(() => vi.unstubAllGlobals())

/** An import that fails `times` times before it succeeds. */
const failing = (times: number) => {
  let calls = 0
  return async () => {
    calls++
    if (calls <= times) throw new TypeError('Failed to fetch dynamically imported module')
    return { calls }
  }
}

it('answers the code', async () => {
  expect(await loadCode(failing(0))).toEqual({ calls: 1 })
})

it('asks once more where the server answers: one connection broke', async () => {
  server(true)
  expect(await loadCode(failing(1))).toEqual({ calls: 2 })
})

it('calls it gone where the server answers and the file does not come', async () => {
  server(true)
  const error = await loadCode(failing(2)).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(CodeMissing)
  expect(error).toMatchObject({ gone: true, message: '页面文件加载失败，请先保存填写的内容，再刷新页面。' })
})

it('waits where no server answers, and a later call may succeed', async () => {
  server(false)
  const load = failing(1)
  await expect(loadCode(load)).rejects.toMatchObject({
    gone: false,
    message: '无法连接服务器，网络恢复后将自动加载。',
  })
  expect(await loadCode(load)).toEqual({ calls: 2 })
})

it('asks for nothing while the network is known to be lost', async () => {
  network.online = false
  const load = vi.fn(failing(0))
  await expect(loadCode(load)).rejects.toMatchObject({ gone: false })
  expect(load).not.toHaveBeenCalled()
  network.online = true
  expect(await loadCode(load)).toEqual({ calls: 1 })
})
