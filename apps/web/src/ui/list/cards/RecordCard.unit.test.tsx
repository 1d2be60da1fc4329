import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { MoneyText } from '../../MoneyText.tsx'
import { RecordCard } from './RecordCard.tsx'

it('amounts on a card are red below zero, wherever they stand, and one before tax says so', () => {
  const html = renderToStaticMarkup(
    <RecordCard
      rowKey="a"
      of="甲"
      title="甲"
      amount="943.40"
      amountNote="不含税"
      text={<MoneyText amount="-401000.50" tip={false} />}
      meta={['2026-11-18', { label: '投资溢价', amount: '-3.00' }]}
      actions={[]}
    />,
  )
  const amounts = [...html.matchAll(/<span class="num ([^"]*)">([^<]+)</g)].map(([, classes, text]) => [
    text,
    /\bred\b/.test(classes ?? ''),
  ])
  expect(amounts).toEqual([
    ['943.40', false],
    ['-401,000.50', true],
    ['-3.00', true],
  ])
  expect(html.replace(/<[^>]*>/g, '')).toContain('甲不含税943.40')
})
