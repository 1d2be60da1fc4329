import { expect, test } from 'vitest'
import { WRONG, withValue } from './samples.ts'

test('a test that writes into one of the wrong values is told, and the values stay', () => {
  const before = JSON.stringify(WRONG)
  for (const value of WRONG)
    if (typeof value === 'object' && value !== null)
      expect(() => Object.assign(value, { '': WRONG })).toThrow(TypeError)
  expect(() => (WRONG as unknown[]).push(1)).toThrow(TypeError)
  expect(JSON.stringify(WRONG)).toBe(before)
})

test('a value put inside another leaves the first as it was', () => {
  const first = { list: [{ a: 1 }] }
  expect(withValue(first, ['list', 0, 'a'], WRONG)).toEqual({ list: [{ a: WRONG }] })
  expect(first).toEqual({ list: [{ a: 1 }] })
})
