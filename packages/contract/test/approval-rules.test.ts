import { bandOf, needsApproval, ruleSentences } from '@pianzhang/contract/approval-rules'
import { describe, expect, it } from 'vitest'

const BANDS = [
  { from: 0n, steps: [] },
  { from: 500_000n, steps: [['制片主任', '王强']] },
  { from: 5_000_000n, steps: [['制片主任', '王强'], ['制片人']] },
]

describe('the band of a payment', () => {
  it.each([
    ['4,999.99', 499_999n, 0],
    ['5,000.00', 500_000n, 1],
    ['49,999.99', 4_999_999n, 1],
    ['50,000.00', 5_000_000n, 2],
    ['0.00', 0n, 0],
  ])('of %s is the highest that it reaches', (_, total, index) => {
    expect(bandOf(total, BANDS)).toBe(BANDS[index])
  })

  it('of a negative total is none, and of the first band none is asked', () => {
    expect(bandOf(-5_000_000n, BANDS)).toBeUndefined()
    expect([-5_000_000n, 499_999n, 500_000n].map((total) => needsApproval(total, BANDS))).toEqual([
      false,
      false,
      true,
    ])
  })
})

it('the rules are said in sentences', () => {
  expect(ruleSentences(BANDS)).toEqual([
    '不满 5,000.00 元：无需审批，提交后直接记账',
    '满 5,000.00 元、不满 50,000.00 元：制片主任或王强',
    '满 50,000.00 元：制片主任或王强，然后制片人',
  ])
  expect(ruleSentences([{ from: 0n, steps: [['制片人']] }])).toEqual(['任何金额：制片人'])
})
