import { expect, test } from 'vitest'
import { scopesOf } from './scopes.ts'

const names = (...args: Parameters<typeof scopesOf>) =>
  scopesOf(...args).map(({ name, label }) => [name, label])
const listed = { params: { payers: ['李某'] }, filter: { payers: ['李某'] } }

test('a write-off offers the narrowest scope first, and the whole project always', () => {
  expect(names([], null)).toEqual([['all', '全项目']])
  expect(names([], listed)).toEqual([
    ['filter', '当前筛选'],
    ['all', '全项目'],
  ])
  expect(names(['a', 'b'], listed)).toEqual([
    ['selected', '所选 2 条'],
    ['filter', '当前筛选'],
    ['all', '全项目'],
  ])
  expect(scopesOf(['a', 'b'], null)[0]).toMatchObject({
    params: { codes: ['a', 'b'] },
    filter: { codes: ['a', 'b'] },
  })
})

test('more codes than an address takes are sent, but not shown as a filter', () => {
  const codes = Array.from({ length: 201 }, (_, index) => `BYJ${index}`)
  expect(scopesOf(codes, null)[0]).toMatchObject({ params: { codes }, filter: {} })
})
