import { expect, it, vi } from 'vitest'
import { ApiError } from '../../../platform/api/api.ts'
import { removeTogether } from './useRemoval.ts'

// preferences.ts listens to the window, which is missing here.
vi.mock('../../../platform/session/preferences.ts', () => ({ preference: vi.fn() }))

/** `gone`: indexes in `codes`. */
const refusing = (status: number, gone: readonly number[] = []) => {
  const errors = gone.map((at) => ({ field: `codes[${at}]`, message: '数据不存在或已被删除' }))
  return vi.fn().mockRejectedValue(new ApiError(status, status, '拒绝', errors))
}

it('answers what the server says of those that it deleted', async () => {
  const removeMany = vi.fn().mockResolvedValue({ data: {}, msg: '删除成功' })
  expect(await removeTogether(removeMany, ['a', 'b'])).toEqual({
    removed: ['a', 'b'],
    msg: '删除成功',
    refused: false,
  })
})

it('reads from the refusal which are gone where somebody was faster', async () => {
  expect(await removeTogether(refusing(404, [1]), ['a', 'b', 'c'])).toEqual({
    removed: ['b'],
    msg: '所选 3 条中有 1 条已被删除，其余 2 条未删除，请核对后重试。',
    refused: true,
  })
  const all = { removed: ['a', 'b'], msg: '所选 2 条均已被删除。', refused: true }
  expect(await removeTogether(refusing(404, [0, 1]), ['a', 'b'])).toEqual(all)
  expect(await removeTogether(refusing(404), ['a'])).toMatchObject({ removed: ['a'] })
  // The 404 was about something else.
  expect(await removeTogether(refusing(404), ['a', 'b'])).toEqual({ removed: [], msg: '拒绝', refused: true })
})

it('hands on every other refusal', async () => {
  await expect(removeTogether(refusing(422), ['a'])).rejects.toMatchObject({ code: 422 })
  await expect(removeTogether(refusing(-1), ['a'])).rejects.toMatchObject({ code: -1 })
})
