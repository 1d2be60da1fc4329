import { expect, test } from 'vitest'
import { refusalOf } from './removalLimit.ts'

test('more lines than one delete takes are refused before anybody is asked', () => {
  const many = Array.from({ length: 50 }, () => ({ line_count: 1_000 }))
  expect(refusalOf(many)).toBeUndefined()
  expect(refusalOf([...many, { line_count: 1 }])).toBe(
    '一次最多删除 50,000 条明细，所选付款共有 50,001 条，请分批删除',
  )
})
