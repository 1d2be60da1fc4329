import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AccountText } from '../../AccountText.tsx'
import { numberColumn, textColumn } from './columns.tsx'

const shown = (node: ReactNode) => renderToStaticMarkup(node).replace(/<[^>]*>/g, '|')

test('an empty cell shows a dash, or a word that says more, and is empty on paper', () => {
  const columns = [
    textColumn<null>('a', '备注', () => ''),
    numberColumn<null>('b', '日期', () => null),
    numberColumn<null>('c', '付款日期', () => null, { none: '未缴' }),
    textColumn<null>('d', '名称', () => '甲'),
  ]
  expect(columns.map(({ render }) => shown(render(null)).replaceAll('|', ''))).toEqual([
    '-',
    '-',
    '未缴',
    '甲',
  ])
  expect(columns.map(({ text }) => text?.(null))).toEqual(['', '', '', '甲'])
})

test('a masked account has one look, whatever its length, and keeps its last digits together', () => {
  const texts = ['**************1036', '********1036', '*******', '62220200000012345'].map((number) =>
    shown(<AccountText number={number} />)
      .split('|')
      .filter(Boolean),
  )
  expect(texts).toEqual([['****', '1036'], ['****', '1036'], ['****'], ['6222', '0200', '0000', '1234', '5']])
})
