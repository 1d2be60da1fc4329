import { expect, test } from 'vitest'
import { citizenDocument, ID_NUMBER_WARNING, idNumberWarning } from '../src/id-number.ts'

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

const DAY = new Date('2026-03-05T00:00:00Z')
test.each([
  ['a citizen’s of 18 characters', '1', '11010519491231002X', true],
  ['… with the sign that makes a cell text', '1', "'11010519491231002X", true],
  ['… of 15 digits', '1', '110105491231002', true],
  ['… of 15 digits without such a day', '1', '110105491331002', false],
  ['… of 17 digits', '1', '11010519491231002', false],
  ['… of 19 digits', '1', '1101051949123100211', false],
  ['… born tomorrow', '1', '11010520260306001X', false],
  ['… that is a company’s', '1', '91350100M000100Y43', false],
  ['a permit’s as a citizen’s', '1', '810000199001010019', false],
  ['of Hong Kong', '7', '810000199001010019', true],
  ['of Taiwan as one of Hong Kong', '7', '830000199001010012', false],
  ['of Taiwan', '8', '830000199001010012', true],
  ['a passport’s', '3', 'E12345678', true],
])('a number %s', (_, type, number, isRight) => {
  expect(idNumberWarning(number, type, DAY)).toBe(isRight ? null : ID_NUMBER_WARNING)
})

test.each([
  ['11010519491231002X', '1'],
  ['110105491231002', '1'],
  ['810000199001010019', '7'],
  ['820000199001010010', '7'],
  ['830000199001010012', '8'],
  ['E12345678', null],
])('%s is the number of a document %s', (number, type) => {
  expect(citizenDocument(number)).toBe(type)
})

test('of the eleven check characters exactly one is right', () => {
  const right = [...'0123456789X'].filter((check) => idNumberWarning(`11010519491231002${check}`) === null)
  expect(right).toEqual(['X'])
})
