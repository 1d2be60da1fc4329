import { expect, it } from 'vitest'
import { fitColumns } from './fit.ts'
import { CHECKBOX, leastWidth } from './frozen.ts'

const number = { key: 'number', width: 136, fixed: 'start', unbroken: true } as const
const customer = { key: 'customer', width: 112 } as const
const day = { key: 'day', width: 104, unbroken: true } as const
const amount = { key: 'amount', width: 164, align: 'right' } as const
const note = { key: 'note' }
const actions = { key: 'actions', width: 200, fixed: 'end' } as const

const widths = (columns: readonly { key: string; width?: number }[]) => columns.map(leastWidth)

it('columns that fit stay as they are', () => {
  const columns = [number, customer, amount, actions]
  expect(fitColumns(columns, false, 612)).toBe(columns)
  expect(fitColumns(columns, false, 0)).toBe(columns)
})

it('the widest text in sight takes what would show a part of an amount', () => {
  // 40 px are left before the actions.
  const fitted = fitColumns(
    [number, customer, day, amount, note, actions],
    true,
    CHECKBOX + 136 + 112 + 104 + 40 + 200,
  )
  expect(widths(fitted)).toEqual([136, 152, 104, 164, 240, 200])
})

it('a text at the edge ends in an ellipsis there, if enough of it can be read', () => {
  expect(widths(fitColumns([number, amount, note, actions], false, 136 + 164 + 150 + 200))).toEqual([
    136, 164, 150, 200,
  ])
  expect(
    widths(fitColumns([number, customer, amount, note, actions], false, 136 + 112 + 164 + 90 + 200)),
  ).toEqual([136, 202, 164, 240, 200])
})

it('without a text in sight the last column takes the rest', () => {
  const fitted = fitColumns([number, day, amount, actions], false, 136 + 104 + 50 + 200)
  expect(widths(fitted)).toEqual([136, 154, 164, 200])
})

it('an essential column comes into sight, after the frozen ones and no further forward than it must', () => {
  const keys = (frame: number) =>
    fitColumns(
      [number, customer, day, note, { ...amount, essential: true }, actions],
      true,
      CHECKBOX + frame,
    ).map(({ key }) => key)
  const all = 136 + 112 + 104 + 240 + 164 + 200
  expect(keys(all)).toEqual(['number', 'customer', 'day', 'note', 'amount', 'actions'])
  expect(keys(all - 1)).toEqual(['number', 'customer', 'day', 'amount', 'note', 'actions'])
  expect(keys(136 + 112 + 164 + 200)).toEqual(['number', 'customer', 'amount', 'day', 'note', 'actions'])
  expect(keys(136 + 40 + 200)).toEqual(['number', 'amount', 'customer', 'day', 'note', 'actions'])
})
