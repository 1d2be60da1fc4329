import type { Payable } from '@pianzhang/contract/payables'
import { expect, test } from 'vitest'
import { payableColumns } from '../columns.tsx'
import { requestMark, requestTags } from './requestTags.tsx'

const row = (requests: string[]) =>
  ({ title: '定金', contract: { code: 'c', out_code: 'HT-1' }, requests }) as Payable

test('an instalment that a request under way would pay is marked with its number', () => {
  expect(requestMark({ requests: ['SQ1'] })).toBe('审批中 SQ1')
  expect(requestMark({ requests: ['SQ1', 'SQ2'] })).toBe('审批中 SQ1 等 2 笔')
  expect(requestMark({ requests: [] })).toBeUndefined()
})

test('the columns have marks only while a row has a request', () => {
  const columns = (...rows: Payable[]) => payableColumns(false, false, undefined, requestTags(rows))
  const words = (shown: Payable, ...rows: Payable[]) =>
    columns(shown, ...rows)
      .find(({ key }) => key === 'contract')
      ?.text?.(shown)
  expect(requestTags([row([]), row([])])).toBeUndefined()
  expect(words(row(['SQ1']))).toBe('HT-1 审批中 SQ1 定金')
  expect(words(row([]), row(['SQ1']))).toBe('HT-1 定金')
})
