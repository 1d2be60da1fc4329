import { expect, test } from 'vitest'
import { addressPage, addressSize, addressText } from './address.ts'

test.each([
  [' 13800000002 ', '13800000002'],
  [2400, '2400'],
  ['  ', undefined],
  ['a\0', undefined],
  [['a', 'b'], undefined],
])('text %j is %j', (typed, text) => {
  expect(addressText.parse(typed)).toBe(text)
})

test.each(['1', '0', '-1', '1.5', 'x', '9999999999'])('page %s is none', (page) => {
  expect(addressPage.parse(page)).toBeUndefined()
})

test('a page and a size that there are', () => {
  expect(addressPage.parse('3')).toBe(3)
  expect(addressSize.parse('50')).toBe(50)
  expect(addressSize.parse('7')).toBeUndefined()
})
