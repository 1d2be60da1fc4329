import { expect, test } from 'vitest'
import { offeredOf } from './offered.ts'

const [a, b] = [{ code: 'a' }, { code: 'b' }]
const now = { outdated: false, typed: '' }

test('what a search finds comes first: Enter does not choose again what was chosen', () => {
  expect(offeredOf([b], a, { outdated: false, typed: 'b' })).toEqual([b])
  expect(offeredOf([b], a, { outdated: true, typed: 'bc' })).toEqual([])
})

test('without a search the chosen one is offered once, behind the others', () => {
  expect(offeredOf([b], a, now)).toEqual([b, a])
  expect(offeredOf([b, a], a, now)).toEqual([b, a])
  expect(offeredOf([b], a, { outdated: true, typed: '' })).toEqual([a])
  expect(offeredOf([b], undefined, now)).toEqual([b])
})
