import { expect, test } from 'vitest'
import { CHECKBOX, frozenStyles } from './frozen.ts'

const columns = [
  { key: 'day', width: 116, fixed: 'start' },
  { key: 'investor', width: 208, fixed: 'start' },
  { key: 'number', least: 90, fixed: 'start' },
  { key: 'amount', width: 164 },
  { key: 'desc' },
  { key: 'state', width: 80, fixed: 'end' },
  { key: 'actions', width: 132, fixed: 'end' },
] as const

test.each([
  ['with a column of check boxes', true, CHECKBOX],
  ['without one', false, 0],
])('each frozen column stands behind the frozen ones before it, %s', (_, selectable, start) => {
  expect(frozenStyles(columns, selectable)).toEqual({
    day: { insetInlineStart: start },
    investor: { insetInlineStart: start + 116 },
    number: { insetInlineStart: start + 116 + 208 },
    state: { insetInlineEnd: 132 },
    actions: { insetInlineEnd: 0 },
  })
})
