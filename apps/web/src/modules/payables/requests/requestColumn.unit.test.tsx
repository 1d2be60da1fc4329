import { expect, test } from 'vitest'
import { requestColumns, requestMark } from './requestColumn.tsx'

test('an instalment that a request under way would pay is marked with its number', () => {
  expect(requestMark({ requests: ['SQ1'] })).toBe('审批中 SQ1')
  expect(requestMark({ requests: ['SQ1', 'SQ2'] })).toBe('审批中 SQ1 等 2 笔')
  expect([requestMark({ requests: [] }), requestMark({})]).toEqual([undefined, undefined])
})

test('the column is there only while a row has a request', () => {
  const titles = (...rows: { requests?: string[] }[]) => requestColumns(rows).map(({ title }) => title)
  expect(titles({ requests: [] }, {})).toEqual([])
  expect(titles({ requests: [] }, { requests: ['SQ1'] })).toEqual(['付款申请'])
})
