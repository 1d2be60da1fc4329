import type { CostReportRow } from '@pianzhang/contract/cost-report'
import { expect, test } from 'vitest'
import { rowsAtIssue } from './rowsAtIssue.ts'

const row = (code: string, parent_code: string | null, mode?: 'auto') =>
  ({ code, parent_code, estimate: mode ? { mode } : null }) as CostReportRow

test('subjects without a figure at issue are left out, with those above them', () => {
  const rows = [
    row('one', null),
    row('one.a', 'one'),
    row('one.a.old', 'one.a', 'auto'),
    row('one.a.since', 'one.a'),
    row('one.b', 'one'),
    row('one.b.since', 'one.b'),
    row('two', null),
    row('two.a', 'two'),
    row('two.a.since', 'two.a'),
  ]
  expect(rowsAtIssue(rows).map(({ code }) => code)).toEqual(['one', 'one.a', 'one.a.old'])
})
