import { expect, test } from 'vitest'
import { ID_NUMBER_WARNING, idNumberWarning } from '../src/id-number.ts'

test.each([
  // The examples of GB 11643-1999, annex A.
  '11010519491231002X',
  '440524188001010014',
  // The example of GB 32100-2015.
  '91350100M000100Y43',
  // As people type them.
  '11010519491231002x',
  '１１０１０５１９４９１２３１００２Ｘ',
  '110105 1949 1231 002X',
])('%s has a right check character', (number) => {
  expect(idNumberWarning(number)).toBeNull()
})

test.each([
  ['a wrong check character', '110105194912310021'],
  ['two digits exchanged', '11010519491213002X'],
  ['no such day', '110105194902300025'],
  ['a company with a wrong check character', '91350100M000100Y44'],
  ['a character that neither has', '11010519491231002Z'],
  ['zero at the beginning', '010105194912310020'],
])('%s: a warning', (_, number) => {
  expect(idNumberWarning(number)).toBe(ID_NUMBER_WARNING)
})

test.each(['', 'E12345678', '11010519491231002', '1101051949123100211', '110***********002X'])(
  '%s is not checked',
  (number) => {
    expect(idNumberWarning(number)).toBeNull()
  },
)

test('of the eleven check characters exactly one is right', () => {
  const right = [...'0123456789X'].filter((check) => idNumberWarning(`11010519491231002${check}`) === null)
  expect(right).toEqual(['X'])
})
