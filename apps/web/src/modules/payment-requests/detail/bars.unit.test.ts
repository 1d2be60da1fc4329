import type { SubjectLook } from '@pianzhang/contract/payment-requests'
import { describe, expect, it } from 'vitest'
import { contractBar, subjectBars } from './bars.ts'

const look = ([budget_yuan, spent_yuan, committed_yuan, spent_after_yuan, committed_after_yuan]: [
  string,
  string,
  string,
  string,
  string,
]): SubjectLook => ({
  code: 'x',
  out_code: '19000301',
  name: '内景搭建费',
  budget_yuan,
  spent_yuan,
  committed_yuan,
  spent_after_yuan,
  committed_after_yuan,
})

describe('bars of a subject', () => {
  it('are on one scale, and red past the budget', () => {
    const { before, after, mark } = subjectBars(
      look(['300000.00', '212000.00', '75000.50', '260000.00', '75000.50']),
    )
    expect(mark).toBe(89.55)
    expect(before).toEqual({ spent: 63.28, committed: 22.38, over: 0, left: '12999.50' })
    expect(after).toEqual({ spent: 77.61, committed: 11.94, over: 10.44, left: '-35000.50' })
  })
  it('have the whole excess in red when the cost alone is past the budget', () => {
    const { after } = subjectBars(look(['100.00', '150.00', '50.00', '150.00', '50.00']))
    expect(after).toEqual({ spent: 50, committed: 0, over: 50, left: '-100.00' })
  })
  it('begin at zero for what came back', () => {
    const { before, after, mark } = subjectBars(look(['0.00', '-500.00', '0.00', '-400.00', '600.00']))
    expect(mark).toBe(0)
    expect(before).toEqual({ spent: 0, committed: 0, over: 0, left: '500.00' })
    expect(after).toEqual({ spent: 0, committed: 0, over: 100, left: '-200.00' })
  })
  it('are empty where there is nothing at all', () => {
    expect(subjectBars(look(['0.00', '0.00', '0.00', '0.00', '0.00'])).before.over).toBe(0)
  })
})

describe('the bar of a contract', () => {
  const bar = (amount_yuan: string, paid_yuan: string, now_yuan: string) =>
    contractBar({ code: 'c', out_code: 'HT', customer: '', amount_yuan, paid_yuan, now_yuan })
  it('is paid, now and what is left', () => {
    expect(bar('160000.00', '112000.00', '48000.00')).toEqual({ paid: 70, now: 30, left: '0.00' })
    expect(bar('100.00', '25.00', '25.00')).toEqual({ paid: 25, now: 25, left: '50.00' })
  })
  it('grows with what is paid too much', () => {
    expect(bar('100.00', '100.00', '100.00')).toEqual({ paid: 50, now: 50, left: '-100.00' })
  })
  it('is empty for a contract without an amount', () => {
    expect(bar('0.00', '0.00', '0.00')).toEqual({ paid: 0, now: 0, left: '0.00' })
  })
})
