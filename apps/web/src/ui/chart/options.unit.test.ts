import { expect, it } from 'vitest'
import { barOption } from './barOption.ts'
import { donutOption, MOST_SLICES } from './donutOption.ts'
import { type Figure, slicesOf, sumsOf } from './figures.ts'
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

it('a ring has seven slices and 其他, none below zero', () => {
  const figures = [...Array(12).keys()].map((n) => figure(`科目${n}`, `${20 - n}.00`))
  const all = [...figures, figure('退', '-5.00')]
  const { series } = donutOption(slicesOf(all, MOST_SLICES), sumsOf(all).positive, 500, true, look)
  const { data } = series as { data: { name: string; value: number; itemStyle: { color: string } }[] }
  expect(data.map(({ name }) => name)).toEqual([...figures.slice(0, 7).map(({ name }) => name), '其他'])
  expect(data.at(-1)).toMatchObject({ value: 5500, itemStyle: { color: OTHERS } })
})
