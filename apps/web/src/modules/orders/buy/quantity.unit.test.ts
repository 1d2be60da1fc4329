import { expect, test } from 'vitest'
import { readQuantity, stepQuantity } from './quantity.ts'

test.each([
  ['1', 1],
  [' 10 ', 10],
  ['100', 100],
  ['１２', 12],
] as const)('%j is a number of projects', (text, quantity) => {
  expect(readQuantity(text)).toEqual({ quantity })
})

test.each(['0', '101', '-1', '1.5', '1e1', '1,0', '0x5', 'abc'])(
  '%j is none, and the limits are named',
  (text) => {
    expect(readQuantity(text)).toEqual({ error: '项目数量须为1至100的整数' })
  },
)

test.each(['', '  '])('nothing typed is asked for', (text) => {
  expect(readQuantity(text)).toEqual({ error: '请输入项目数量' })
})

test.each([
  ['1', 1, '2'],
  ['1', -1, '1'],
  ['100', 1, '100'],
  ['250', -1, '100'],
  ['-7', 1, '1'],
  ['2.5', 1, '3'],
  ['', 1, '1'],
  ['abc', -1, '1'],
] as const)('from %j by %i: %s', (text, by, next) => {
  expect(stepQuantity(text, by)).toBe(next)
})
