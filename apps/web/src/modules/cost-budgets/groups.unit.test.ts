import type { CostBudget, CostBudgetGroup } from '@pianzhang/contract/cost-budgets'
import { yuan } from '@pianzhang/contract/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isHead } from '../../ui/table/groups.ts'
import { depthOf, foldedAt, pageOf, withHeads } from './groups.ts'

const line = (number: string, index: number): CostBudget =>
  ({ code: `${number}-${index}`, subject_three_out_code: `${number}01` }) as CostBudget
/** Groups by the numbers of lines of level-two subjects. */
const groupsOf = (twos: Record<string, number>): CostBudgetGroup[] => {
  const ones = [...new Set(Object.keys(twos).map((number) => number.slice(0, 4)))]
  const group = (out_code: string, quantity: number) => ({
    out_code,
    name: '某',
    quantity,
    amount_yuan: yuan(BigInt(quantity)),
  })
  return ones.flatMap((one) => {
    const below = Object.entries(twos).filter(([number]) => number.startsWith(one))
    return [
      group(
        one,
        below.reduce((sum, [, quantity]) => sum + quantity, 0),
      ),
      ...below.map(([number, quantity]) => group(number, quantity)),
    ]
  })
}
const SIZE = 3
const TWOS = { '100001': 2, '100002': 3, '240001': 1, '990001': 2 }
const GROUPS = groupsOf(TWOS)

/** The lines that the server has on a page. */
const rowsOf = (twos: Record<string, number>, folded: ReadonlySet<string>, page: number, size: number) =>
  Object.entries(twos)
    .filter(([number]) => !folded.has(number) && !folded.has(number.slice(0, 4)))
    .flatMap(([number, quantity]) => Array.from({ length: quantity }, (_, index) => line(number, index)))
    .slice((page - 1) * size, page * size)
const shown = (folded: readonly string[], page: number) => {
  const set = new Set(folded)
  return withHeads(GROUPS, rowsOf(TWOS, set, page, SIZE), {
    folded: set,
    from: (page - 1) * SIZE,
    size: SIZE,
    onToggle: () => {},
  }).map((one) => (isHead(one) ? `${one.open ? '-' : '+'}${one.label.replace(' 某', '')}` : one.code))
}

describe('heads among the lines of a page', () => {
  it('stand before their lines, and again where a group goes on', () => {
    expect([1, 2, 3].map((page) => shown([], page))).toEqual([
      ['-1000', '-100001', '100001-0', '100001-1', '-100002', '100002-0'],
      ['-1000（续）', '-100002（续）', '100002-1', '100002-2', '-2400', '-240001', '240001-0'],
      ['-9900', '-990001', '990001-0', '990001-1'],
    ])
  })

  it('stay where they are folded, and the pages have the next lines', () => {
    expect([1, 2].map((page) => shown(['100001', '2400'], page))).toEqual([
      ['-1000', '+100001', '-100002', '100002-0', '100002-1', '100002-2'],
      ['+2400', '-9900', '-990001', '990001-0', '990001-1'],
    ])
    expect(shown(['1000', '2400', '9900'], 1)).toEqual(['+1000', '+2400', '+9900'])
    expect(shown(['1000', '240001', '9900'], 1)).toEqual(['+1000', '-2400', '+240001', '+9900'])
  })

  it('are each on one page or go on, whatever is folded, and no line is lost', () => {
    const number = fc.constantFrom(...Object.keys(TWOS), '1000', '2400', '9900')
    fc.assert(
      fc.property(
        fc.uniqueArray(number),
        fc.record({
          '100001': fc.integer({ min: 1, max: 5 }),
          '100002': fc.integer({ min: 1, max: 5 }),
          '240001': fc.integer({ min: 1, max: 5 }),
          '990001': fc.integer({ min: 1, max: 5 }),
        }),
        fc.integer({ min: 1, max: 6 }),
        (numbers, twos, size) => {
          const folded = new Set(numbers)
          const groups = groupsOf(twos)
          const all = rowsOf(twos, folded, 1, 1_000).length
          const pages = Math.max(1, Math.ceil(all / size))
          const lines = Array.from({ length: pages }, (_, index) =>
            withHeads(groups, rowsOf(twos, folded, index + 1, size), {
              folded,
              from: index * size,
              size,
              onToggle: () => {},
            }),
          )
          const heads = lines.map((page) => page.filter(isHead).map(({ key }) => key))
          const visible = groups.filter(
            ({ out_code }) => out_code.length === 4 || !folded.has(out_code.slice(0, 4)),
          )
          expect(new Set(heads.flat())).toEqual(new Set(visible.map(({ out_code }) => `group ${out_code}`)))
          for (const page of heads) expect(new Set(page).size).toBe(page.length)
          expect(lines.flat().filter((one) => !isHead(one))).toHaveLength(all)
          for (const { out_code } of visible)
            expect(heads[pageOf(groups, folded, size, out_code) - 1]).toContain(`group ${out_code}`)
        },
      ),
    )
  })

  it('fold at once what was folded, before the page is loaded again', () => {
    const folded = new Set(['100001'])
    const before = rowsOf(TWOS, new Set(), 1, SIZE)
    const lines = withHeads(GROUPS, before, { folded, from: 0, size: SIZE, onToggle: () => {} })
    expect(lines.map((one) => (isHead(one) ? one.key : one.code))).toEqual([
      ...['group 1000', 'group 100001', 'group 100002', '100002-0'],
    ])
  })
})

it('all groups open to a depth, others keep theirs', () => {
  const folded = new Set(['1800', '100001'])
  expect(depthOf(GROUPS, folded)).toBeUndefined()
  for (const depth of ['one', 'two', 'all'] as const) {
    const next = foldedAt(GROUPS, folded, depth)
    expect(next).toContain('1800')
    expect(depthOf(GROUPS, new Set(next))).toBe(depth)
  }
  expect(foldedAt(GROUPS, folded, 'one')).toEqual(['1800', '1000', '2400', '9900'])
})
