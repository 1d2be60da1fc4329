import { expect, test, vi } from 'vitest'
import { looksOf } from './columns.tsx'
import { footRow } from './rows.ts'
import { sameTreeRow, type TreeRowProps } from './TreeTable.tsx'

// Files of the platform listen to the window's events as soon as they are imported.
vi.hoisted(() => {
  vi.stubGlobal('addEventListener', () => {})
})

const ZERO = '0.00'
const sums = (etc_yuan: string) => ({
  ...{ original_yuan: null, budget_yuan: ZERO, period_yuan: ZERO, spent_yuan: ZERO, committed_yuan: ZERO },
  ...{ etc_yuan, efc_yuan: etc_yuan, variance_yuan: etc_yuan },
})
const props = (etc: string, changes: Partial<TreeRowProps> = {}): TreeRowProps => ({
  ...{ row: footRow('total', '合计', sums(etc)), columns: COLUMNS, frozen: FROZEN },
  ...{ disabled: false, isOpen: undefined },
  ...{ onToggle },
  ...changes,
})
const COLUMNS: TreeRowProps['columns'] = []
const FROZEN = {}
const onToggle = () => {}

test('a row is rendered anew only where its figures, its columns or its state differ', () => {
  expect(sameTreeRow(props('1.00'), props('1.00'))).toBe(true)
  expect(sameTreeRow(props('1.00'), props('2.00'))).toBe(false)
  expect(sameTreeRow(props('1.00'), props('1.00', { isOpen: true }))).toBe(false)
  expect(sameTreeRow(props('1.00'), props('1.00', { columns: [] }))).toBe(false)
  const row = props('1.00').row
  expect(sameTreeRow(props('1.00', { row }), props('1.00', { row: { ...row, pending_yuan: '5.00' } }))).toBe(
    false,
  )
})

test('the columns look the same while a typed amount fits', () => {
  const looks = (etc: string) => looksOf([footRow('total', '合计', sums(etc))])
  expect(looks('123456.00')).toEqual(looks('654321.00'))
  expect(looks('123456789.00')).not.toEqual(looks('1.00'))
  expect(looks('1.00')).toMatchObject({ hasOriginal: false, hasPending: false })
})
