import { fenOf, yuan } from '@pianzhang/contract/money'
import { expect, test } from 'vitest'
import { firstOf, sumOf } from '../../../ui/chart/compare/comparison.ts'
import { type Cut, fit, type Listed } from './fit.ts'

const LARGEST = '9999999999999.99'
const HEAD = ['某某影业', '长河灯火']

const cut =
  (rows: number, name: string, amount: string): Cut =>
  (most) => {
    const all = Array.from({ length: rows }, (_, n) => ({
      key: `${n}`,
      number: `${1000 + n}`,
      name,
      budget: amount,
      executed: amount,
    }))
    return { ...firstOf(all, most), total: sumOf(all) }
  }
const lists = (name: string, amount: string) =>
  [cut(28, name, amount), cut(8, name, amount), cut(8, name, amount)] as const
const adds = ({ rows, rest, total }: Listed) => {
  const shown = sumOf(rest ? [...rows, rest] : rows)
  expect(shown).toEqual({ budget: yuan(fenOf(total.budget)), executed: yuan(fenOf(total.executed)) })
}

test('short names and amounts of millions: 27 rows of subjects, the two other lists beside each other', () => {
  const { subjects, investors, contracts, stacked } = fit(HEAD, ...lists('演员酬金', '15800000.00'))
  expect(stacked).toBe(false)
  expect([subjects.rows.length, subjects.rest?.quantity]).toEqual([26, 2])
  for (const list of [investors, contracts]) expect([list.rows.length, list.rest]).toEqual([8, null])
})

test('amounts of thirteen digits leave no name beside them: the lists are stacked, the rows left out are one', () => {
  const { subjects, investors, contracts, stacked } = fit(HEAD, ...lists('演员酬金', LARGEST))
  expect(stacked).toBe(true)
  for (const list of [subjects, investors, contracts]) {
    expect(list.rows.length).toBeGreaterThan(3)
    expect(list.rest).not.toBeNull()
    adds(list)
  }
})

test('names of two lines and a long head take rows from the lists, at least one row stays', () => {
  const long = fit(HEAD, ...lists('星'.repeat(40), LARGEST))
  const short = fit(HEAD, ...lists('星', LARGEST))
  const under = fit(['影'.repeat(200), '片'.repeat(200)], ...lists('星'.repeat(40), LARGEST))
  expect(long.subjects.rows.length).toBeLessThan(short.subjects.rows.length)
  expect(under.subjects.rows.length).toBeLessThan(long.subjects.rows.length)
  for (const list of [under.subjects, under.investors, under.contracts]) adds(list)
  expect(under.subjects.rows.length).toBeGreaterThan(0)
})
