import type { CostReportRow } from '@pianzhang/contract/cost-report'
import { expect, test } from 'vitest'
import type { Draft } from '../figures.ts'
import { type Step, withoutStep, withoutSubject, withStep } from './steps.ts'

const etc = (amount_yuan: string): Draft => ({ mode: 'etc', amount_yuan, remark: '' })
const step = (id: string, code: string, before: string): Step => ({
  id,
  row: { code } as CostReportRow,
  before: etc(before),
})
const shown = (steps: readonly Step[]) => steps.map(({ row, before }) => `${row.code} ${before.amount_yuan}`)

test('the last fifty edits can be undone', () => {
  let steps: readonly Step[] = []
  for (let at = 0; at < 60; at += 1) steps = withStep(steps, step(`${at}`, 'a', `${at}.00`))
  expect([steps.length, shown(steps)[0], shown(steps).at(-1)]).toEqual([50, 'a 10.00', 'a 59.00'])
})

test('one that was not saved leaves; a later one of its subject goes back to where it began', () => {
  const steps = [
    step('1', 'a', '1.00'),
    step('2', 'a', '2.00'),
    step('3', 'b', '9.00'),
    step('4', 'a', '3.00'),
  ]
  const once = withoutStep(steps, '2')
  expect(shown(once)).toEqual(['a 1.00', 'b 9.00', 'a 2.00'])
  // The later one is not saved either.
  expect(shown(withoutStep(once, '4'))).toEqual(['a 1.00', 'b 9.00'])
  expect(withoutStep(steps, 'undone meanwhile')).toBe(steps)
})

test('a subject that a colleague saved meanwhile is not brought back to what was before', () => {
  const steps = [step('1', 'a', '1.00'), step('2', 'b', '9.00'), step('3', 'a', '2.00')]
  expect(shown(withoutSubject(steps, 'a'))).toEqual(['b 9.00'])
})
