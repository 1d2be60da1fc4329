import { expect, test } from 'vitest'
import { WRONG, withValue } from './samples.ts'

test('the wrong values are frozen: writing into one throws', () => {
  const before = JSON.stringify(WRONG)
  for (const value of WRONG)
    if (typeof value === 'object' && value !== null)
      expect(() => Object.assign(value, { '': WRONG })).toThrow(TypeError)
  expect(() => (WRONG as unknown[]).push(1)).toThrow(TypeError)
  expect(JSON.stringify(WRONG)).toBe(before)
})

test('replacing a value leaves the original unchanged', () => {
  const first = { list: [{ a: 1 }] }
  expect(withValue(first, ['list', 0, 'a'], WRONG)).toEqual({ list: [{ a: WRONG }] })
  expect(first).toEqual({ list: [{ a: 1 }] })
})
