import { expect, test } from 'vitest'
import { curveOf } from './curve.ts'

const item = (day: string, cumulative_yuan: string, day_no: number | null = null) => ({
  day,
  day_no,
  remark: '',
  spent_yuan: '0.00',
  cumulative_yuan,
})

test('days are spread evenly, amounts up to the budget', () => {
  const curve = curveOf(
    {
      items: [item('2026-11-04', '50.00', 2), item('2026-11-01', '25.00', 1)],
      budget_yuan: '100.00',
      spent_yuan: '50.00',
    },
    400,
    100,
  )
  expect(curve).toEqual({
    points: [
      { x: 0, y: 100 },
      { x: 0, y: 100 },
      { x: 100, y: 75 },
      { x: 300, y: 75 },
      { x: 400, y: 50 },
    ],
    budget: 0,
    zero: 100,
    shooting: [
      { x: 0, width: 99, day: '2026-11-01', day_no: 1 },
      { x: 300, width: 99, day: '2026-11-04', day_no: 2 },
    ],
    months: [{ x: 0, text: '2026-11' }],
  })
})

test('more than the budget, less than nothing, months, no day', () => {
  const over = curveOf(
    {
      items: [item('2026-11-30', '-100.00'), item('2026-12-01', '300.00')],
      budget_yuan: '100.00',
      spent_yuan: '300.00',
    },
    200,
    400,
  )
  expect(over?.zero).toBe(300)
  expect(over?.budget).toBe(200)
  expect(over?.months.map(({ text }) => text)).toEqual(['2026-11', '2026-12'])
  expect(curveOf({ items: [], budget_yuan: '0.00', spent_yuan: '0.00' }, 200, 100)).toBeUndefined()
  expect(
    curveOf({ items: [item('2026-11-30', '0.00')], budget_yuan: '0.00', spent_yuan: '0.00' }, 200, 100)
      ?.budget,
  ).toBe(100)
})
