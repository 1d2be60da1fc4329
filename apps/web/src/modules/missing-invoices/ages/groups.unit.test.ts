import type { MissingTotals } from '@pianzhang/contract/missing-invoices'
import { expect, test } from 'vitest'
import { isHead } from '../../../ui/table/groups.ts'
import type { LineRow } from '../api.ts'
import { byAge } from './groups.ts'

const totals = {
  ages: [
    { age: '0_30', count: 1_200, lacking_yuan: '10.00' },
    { age: 'over_90', count: 3, lacking_yuan: '20.00' },
  ],
} as MissingTotals
const rows = [
  { code: 'a', age: '0_30' },
  { code: 'b', age: '0_30' },
  { code: 'c', age: 'over_90' },
] as LineRow[]
const words = (folded: string[] = []) =>
  byAge(rows, totals, new Set(folded), () => {}).map((line) =>
    isHead(line) ? `${line.label} ${line.note} ${line.amounts.lacking}${line.urgent ? '！' : ''}` : line.code,
  )

test('rows stand below the heads of their ages, which have the sums of all that match', () => {
  expect(words()).toEqual(['0–30天 1,200 笔 10.00', 'a', 'b', '90天以上 3 笔 20.00！', 'c'])
  expect(words(['0_30'])).toEqual(['0–30天 1,200 笔 10.00', '90天以上 3 笔 20.00！', 'c'])
})
