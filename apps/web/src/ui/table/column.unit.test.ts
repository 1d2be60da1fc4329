import { expect, test } from 'vitest'
import { isShown } from './column.ts'

test('a column is shown unless it was hidden; one that begins hidden only once it was asked for; a fixed one always', () => {
  const usual = { key: 'payer' }
  const extra = { key: 'tracking_no', beginsHidden: true } as const
  expect([isShown(usual, []), isShown(usual, ['payer'])]).toEqual([true, false])
  expect([isShown(extra, []), isShown(extra, ['tracking_no'])]).toEqual([false, true])
  expect(isShown({ key: 'code', fixed: 'start' }, ['code'])).toBe(true)
})
