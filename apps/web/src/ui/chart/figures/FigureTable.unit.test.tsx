import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { FigureTable } from './FigureTable.tsx'
import type { Rest } from './figures.ts'

/** The cells of each row, and of the foot. */
function table(others: Rest | null): string[][] {
  const figures = [
    { key: 'a', name: '甲', amount: '30.00' },
    { key: 'b', name: '乙', amount: '10.00' },
  ]
  const html = renderToStaticMarkup(
    <FigureTable
      kind="付款方"
      amounts="付款金额（元）"
      label="表"
      figures={figures}
      others={others}
      onPick={() => {}}
    />,
  )
  return [...html.matchAll(/<tr>.*?<\/tr>/g)]
    .slice(1)
    .map(([row]) => [...row.matchAll(/<t[hd].*?<\/t[hd]>/g)].map(([cell]) => cell.replace(/<[^>]*>/g, '')))
}

it('tells the share of each', () => {
  expect(table(null)).toEqual([
    ['甲', '30.00', '75.00%'],
    ['乙', '10.00', '25.00%'],
    ['合计 · 共 2 个付款方', '40.00', '100.00%'],
  ])
})

it('of others only their sum is known, which refunds may lower: nobody knows a share', () => {
  expect(table({ count: 50, amount: '-20.00' })).toEqual([
    ['甲', '30.00', '-'],
    ['乙', '10.00', '-'],
    ['其余 50 个付款方', '-20.00', '-'],
    ['合计 · 共 52 个付款方', '20.00', '-'],
  ])
})
