import { expect, it, vi } from 'vitest'
import { ApiError } from '../../platform/api/api.ts'
import { removeTogether } from './useRemoval.ts'

// It listens to the window.
vi.mock('../../platform/session/preferences.ts', () => ({ preference: vi.fn() }))

const refusing = (status: number) => vi.fn().mockRejectedValue(new ApiError(status, status, '拒绝'))

it('answers what the server says of those that it deleted', async () => {
  const existing = vi.fn()
  const removeMany = vi.fn().mockResolvedValue({ data: {}, msg: '删除成功' })
  expect(await removeTogether({ removeMany, existing }, ['a', 'b'])).toEqual({
    removed: ['a', 'b'],
    msg: '删除成功',
    refused: false,
  })
  expect(existing).not.toHaveBeenCalled()
})

it('finds out which are gone where somebody was faster', async () => {
  const existing = vi.fn().mockResolvedValue(new Set(['a', 'c']))
  expect(await removeTogether({ removeMany: refusing(404), existing }, ['a', 'b', 'c'])).toEqual({
    removed: ['b'],
    msg: '所选 3 条中有 1 条已被删除，其余 2 条未删除，请核对后重试。',
    refused: true,
  })
  existing.mockResolvedValue(new Set())
  expect(await removeTogether({ removeMany: refusing(404), existing }, ['a', 'b'])).toMatchObject({
    removed: ['a', 'b'],
    msg: '所选 2 条均已被删除。',
  })
  // The records exist, or the 404 was about something else.
  existing.mockResolvedValue(new Set(['a']))
  expect(await removeTogether({ removeMany: refusing(404), existing }, ['a'])).toEqual({
    removed: [],
    msg: '拒绝',
    refused: true,
  })
})

it('hands on every other refusal, and that nobody knows which are gone', async () => {
  const existing = vi.fn().mockRejectedValue(new ApiError(0, -1, '无法连接服务器'))
  await expect(removeTogether({ removeMany: refusing(422), existing }, ['a'])).rejects.toMatchObject({
    code: 422,
  })
  expect(existing).not.toHaveBeenCalled()
  await expect(removeTogether({ removeMany: refusing(404), existing }, ['a'])).rejects.toMatchObject({
    code: -1,
  })
})
