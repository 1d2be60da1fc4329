import { expect, it } from 'vitest'
import { type Figure, slicesOf, sumsOf } from '../figures/figures.ts'
import { barOption } from './barOption.ts'
import { donutOption, holeFont, MOST_SLICES } from './donutOption.ts'
import { OTHERS } from './look.ts'

const look = { font: 'sans', text: '#111', axis: '#CCC', red: '#B00', background: '#FFF' }
const figure = (name: string, amount: string): Figure => ({ key: name, name, amount })

it('bars are at most 60 thick, stand still when asked to, and are red below zero', () => {
  const rows = [figure('甲', '3.00'), figure('乙', '-1.50')]
  const option = barOption(rows, 400, true, look)
  expect(option).toMatchObject({
    animation: false,
    series: {
      type: 'bar',
      barMaxWidth: 60,
      data: [
        { value: 300, label: { color: '#111' } },
        { value: -150, itemStyle: { color: '#B00' }, label: { color: '#B00' } },
      ],
    },
  })
  expect(barOption(rows, 400, false, look).animation).toBe(true)
})

it('bars that are all below zero end at zero', () => {
  expect(barOption([figure('退', '-1.50')], 400, true, look).xAxis).toMatchObject({
    min: 'dataMin',
    max: 0,
  })
})

it('long names leave room for the bars', () => {
  const { grid } = barOption([figure('字'.repeat(40), '1.00')], 400, true, look)
  expect(grid).toMatchObject({ left: expect.any(Number), right: 80 })
  expect((grid as { left: number }).left).toBeLessThan(200)
})

it('names break after nine characters, once; what two lines do not hold is left to the tooltip', () => {
  const name = '北京长河灯火影视器材租赁有限公司'
  const { yAxis, grid } = barOption([figure(name, '1.00')], 400, true, look)
  const [{ axisLabel, data }] = yAxis as unknown as [
    { axisLabel: { formatter: (name: string) => string }; data: string[] },
  ]
  expect(data).toEqual([name])
  expect(axisLabel.formatter('九个字的名字不折行')).toBe('九个字的名字不折行')
  expect(axisLabel.formatter(name)).toBe('北京长河灯火影视器\n材租赁有限公司')
  expect(axisLabel.formatter('字'.repeat(18))).toBe(`${'字'.repeat(9)}\n${'字'.repeat(9)}`)
  expect(axisLabel.formatter('字'.repeat(19))).toBe(`${'字'.repeat(9)}\n${'字'.repeat(8)}…`)
  expect(axisLabel.formatter('收款凭证(小额零星)')).toBe('收款凭证(小额零星)')
  // A surrogate pair counts as one character, and narrow characters do not widen the column of names.
  expect(axisLabel.formatter('𠮷'.repeat(10))).toBe(`${'𠮷'.repeat(9)}\n𠮷`)
  expect(grid).toMatchObject({ left: 9 * 12 + 20 })
})

it('the share of a slice stands behind its name where there is room, else under it', () => {
  const all = [figure('设备器材租赁', '3.00'), figure('监制及制片人酬金', '1.00')]
  const labels = (width: number) => {
    const { series } = donutOption(
      slicesOf(all, MOST_SLICES),
      sumsOf(all).positive,
      { width, height: 252 },
      true,
      look,
    )
    const { label } = series as unknown as {
      label: { formatter: (slice: { dataIndex: number }) => string }
    }
    return all.map((_, dataIndex) => label.formatter({ dataIndex }))
  }
  expect(labels(510)).toEqual(['设备器材租赁 75.00%', '监制及制片人酬金\n25.00%'])
  // Without room beside the ring the names are in its legend.
  expect(labels(400)).toEqual(['75.00%', '25.00%'])
})

it('a ring has seven slices and 其他, none below zero', () => {
  const figures = [...Array(12).keys()].map((n) => figure(`科目${n}`, `${20 - n}.00`))
  const all = [...figures, figure('退', '-5.00')]
  const { series } = donutOption(
    slicesOf(all, MOST_SLICES),
    sumsOf(all).positive,
    { width: 500, height: 252 },
    true,
    look,
  )
  const { data } = series as { data: { name: string; value: number; itemStyle: { color: string } }[] }
  expect(data.map(({ name }) => name)).toEqual([...figures.slice(0, 7).map(({ name }) => name), '其他'])
  expect(data.at(-1)).toMatchObject({ value: 5500, itemStyle: { color: OTHERS } })
})

it('the sum of a ring gets smaller before it lies on the ring', () => {
  const size = (text: string, width: number) => holeFont(text, { width, height: 252 })
  expect([size('1.02亿', 330), size('1.02亿', 500)]).toEqual([20, 20])
  expect([size('99,999.99亿', 330), size('99,999.99亿', 500)]).toEqual([16, 15])
})
