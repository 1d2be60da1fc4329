import { expect, test } from 'vitest'
import type { ReportRow } from './columns.tsx'
import { pendingOf, pendingText, withPending } from './pending.ts'

const PENDING = { count: 2, total_yuan: '12000.50', subjects: [{ code: 'one', amount_yuan: '9000.00' }] }

test('nothing is shown to who may not see it, or while no request is under way', () => {
  expect(pendingOf({ pending: null })).toBeUndefined()
  expect(pendingOf({ pending: { count: 0, total_yuan: '0.00', subjects: [] } })).toBeUndefined()
  expect(pendingOf({ pending: PENDING })).toBe(PENDING)
})

test('subjects that a request names have its amount, and no other figure moves', () => {
  const rows = [
    { code: 'one', committed_yuan: '1.00' },
    { code: 'two', committed_yuan: '2.00' },
  ] as ReportRow[]
  expect(withPending(rows, PENDING)).toEqual([{ ...rows[0], pending_yuan: '9000.00' }, rows[1]])
  expect(withPending(rows, undefined)).toBe(rows)
})

test('the sentence says how many and that they are in no figure', () => {
  expect(pendingText(PENDING)).toBe('另有 2 笔付款申请审批中，共 12,000.50 元，未计入以上金额。')
})
