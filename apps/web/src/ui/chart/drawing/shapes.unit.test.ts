import { expect, it } from 'vitest'
import { type Figure, slicesOf, sumsOf } from '../figures/figures.ts'
import { barShapes, wrapped } from './barShapes.ts'
import { OTHERS } from './colors.ts'
import { holeFont, MOST_SLICES, ringShapes } from './ringShapes.ts'

const figure = (name: string, amount: string): Figure => ({ key: name, name, amount })

it('bars begin at zero, which is where no bar would be; below zero they go to the left', () => {
  const { zero, bars } = barShapes([figure('甲', '3.00'), figure('乙', '-1.50')], 400)
  expect(bars.map(({ from }) => from)).toEqual([zero, zero])
  expect(bars[1]).toMatchObject({ minus: true, value: '-1.5' })
  const [up, down] = bars.map(({ to }) => to - zero)
  expect(up).toBeGreaterThan(0)
  expect(down).toBeCloseTo(-(up ?? 0) / 2)
  // The longest one leaves room for its value.
  expect(bars[0]?.to).toBe(400 - 80)
})

it('bars that are all below zero end at zero', () => {
  const { zero, bars } = barShapes([figure('退', '-1.50')], 400)
  expect(zero).toBe(320)
  expect(bars[0]?.to).toBeLessThan(200)
})

it('long names leave room for the bars', () => {
  const { zero, bars } = barShapes([figure('字'.repeat(40), '1.00')], 400)
  expect(zero).toBeLessThan(200)
  expect(bars[0]?.to).toBe(320)
  // And are cut where the panel is narrow.
  expect(barShapes([figure('字'.repeat(9), '1.00')], 200).bars[0]?.lines).toEqual([`${'字'.repeat(6)}…`])
})

it('names break after nine characters, once; what two lines do not hold is left to the tooltip', () => {
  const name = '北京长河灯火影视器材租赁有限公司'
  expect(wrapped('九个字的名字不折行')).toEqual(['九个字的名字不折行'])
  expect(wrapped(name)).toEqual(['北京长河灯火影视器', '材租赁有限公司'])
  expect(wrapped('字'.repeat(18))).toEqual(['字'.repeat(9), '字'.repeat(9)])
  expect(wrapped('字'.repeat(19))).toEqual(['字'.repeat(9), `${'字'.repeat(8)}…`])
  expect(wrapped('收款凭证(小额零星)')).toEqual(['收款凭证(小额零星)'])
  // A surrogate pair counts as one character, and narrow characters do not widen the column of names.
  expect(wrapped('𠮷'.repeat(10))).toEqual(['𠮷'.repeat(9), '𠮷'])
  expect(barShapes([figure(name, '1.00')], 400).zero).toBe(9 * 12 + 20)
})

const ring = (all: readonly Figure[], width: number) =>
  ringShapes(slicesOf(all, MOST_SLICES), sumsOf(all).positive, { width, height: 252 })

it('the share of a slice stands behind its name where there is room, else under it', () => {
  const all = [figure('设备器材租赁', '3.00'), figure('监制及制片人酬金', '1.00')]
  const labels = (width: number) => ring(all, width).map(({ label }) => label.lines)
  expect(labels(510)).toEqual([['设备器材租赁 75.00%'], ['监制及制片人酬金', '25.00%']])
  // Without room beside the ring the names are in its legend.
  expect(labels(400)).toEqual([['75.00%'], ['25.00%']])
})

it('a ring has seven slices and 其他, none below zero', () => {
  const figures = [...Array(12).keys()].map((n) => figure(`科目${n}`, `${20 - n}.00`))
  const slices = ring([...figures, figure('退', '-5.00')], 700)
  expect(slices.map(({ label }) => label.lines.join().split(/[ ,]/)[0])).toEqual([
    ...figures.slice(0, 7).map(({ name }) => name),
    '其他',
  ])
  expect(slices.at(-1)).toMatchObject({ color: OTHERS })
})

it('labels of small slices do not lie on one another, and stay in the panel', () => {
  const all = [figure('大', '1000.00'), ...[...Array(7).keys()].map((n) => figure(`小${n}`, '1.00'))]
  const labels = ring(all, 600).map(({ label }) => label)
  for (const side of ['start', 'end']) {
    const ys = labels.filter(({ anchor }) => anchor === side).map(({ y }) => y)
    ys.sort((a, b) => a - b)
    for (const [index, y] of ys.entries()) {
      expect(Math.abs(y)).toBeLessThanOrEqual(126 - 7)
      if (index > 0) expect(y - (ys[index - 1] ?? 0)).toBeGreaterThanOrEqual(14)
    }
  }
  for (const { y, lead } of labels) expect(lead.at(-1)?.[1]).toBe(y)
})

it('a single figure is a whole ring', () => {
  const [slice] = ring([figure('唯一', '1.00')], 500)
  expect(slice?.path.match(/A/g)?.length).toBeGreaterThanOrEqual(4)
})

it('the sum of a ring gets smaller before it lies on the ring', () => {
  const size = (text: string, width: number) => holeFont(text, { width, height: 252 })
  expect([size('1.02亿', 330), size('1.02亿', 500)]).toEqual([20, 20])
  expect([size('99,999.99亿', 330), size('99,999.99亿', 500)]).toEqual([16, 15])
})
