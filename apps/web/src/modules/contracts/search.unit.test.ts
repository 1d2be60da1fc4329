import { expect, test } from 'vitest'
import { contractSearch } from './search.ts'

const { parse, listParams, withoutFilters, ordering, sortedBy } = contractSearch

test('a link with `filter` presets the types of contracts that cost money, unless it names types itself', () => {
  expect(parse({ filter: '1' }).categories).toEqual(['0', '1', '2'])
  expect(listParams(parse({ filter: '1', page: '2' }), 50)).toEqual({
    categories: ['0', '1', '2'],
    page: 2,
    per_page: 50,
  })
  expect(parse({ filter: '1', categories: '3' }).categories).toEqual(['3'])
  for (const raw of [{}, { filter: '' }]) expect(parse(raw).categories).toBeUndefined()
  // 重置 clears it, and it does not come back.
  expect(withoutFilters(parse({ filter: '1' }))).not.toHaveProperty('categories')
})

test('one column at a time orders the list', () => {
  expect(sortedBy(parse({}))).toEqual({ column: '', order: undefined })
  const search = { ...parse({ sign_at_order: 'asc' }), ...ordering('unpay_amount', 'desc') }
  expect(sortedBy(search)).toEqual({ column: 'unpay_amount', order: 'desc' })
  expect(listParams(search, 20)).toMatchObject({ sign_at_order: undefined, unpay_amount_order: 'desc' })
})
