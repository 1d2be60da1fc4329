import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { DataTable } from './DataTable.tsx'

// The store of preferences has no snapshot for a render without a browser.
vi.mock('../../platform/session/preferences.ts', () => ({
  usePreference: <T,>(_key: string, initial: T) => [initial, () => {}] as const,
}))

interface Row {
  code: string
}
const NONE: ReadonlyMap<string, Row> = new Map()

/** The texts of the cells of the head and of the sum row, and the start tag of the cell that names the sum. */
function places(selected: ReadonlyMap<string, Row> | undefined) {
  const html = renderToStaticMarkup(
    <DataTable<Row>
      name="rows"
      label="表"
      columns={[
        { key: 'code', title: '编号', width: 100, render: (row) => row.code },
        { key: 'payer', title: '付款方', width: 100, render: () => '' },
        { key: 'pay_amount', title: '金额', width: 100, align: 'right', render: () => '' },
        { key: 'post', title: '岗位', width: 100, render: () => '' },
        { key: 'actions', title: '操作', width: 100, fixed: 'end', render: () => '' },
      ]}
      rows={[{ code: 'a' }]}
      rowKey={(row) => row.code}
      rowLabel={(row) => row.code}
      total={1}
      page={1}
      size={20}
      onPage={() => {}}
      selected={selected}
      sums={[{ of: 'page', label: '本页合计', note: '1 条', amounts: { pay_amount: '88.00' } }]}
    />,
  )
  const row = (part: string) => [...(/<tr.*?<\/tr>/.exec(part)?.[0] ?? '').matchAll(/<t[hd].*?<\/t[hd]>/g)]
  const cells = (part: string) => row(part).map(([cell]) => cell.replace(/<[^>]*>/g, ''))
  return {
    head: cells(/<thead.*?<\/thead>/.exec(html)?.[0] ?? ''),
    sums: cells(/<tfoot.*?<\/tfoot>/.exec(html)?.[0] ?? ''),
    name: /<td[^>]*>(?=<span[^>]*>本页合计)/.exec(html)?.[0],
    amount: /<td[^>]*>(?=<span(?:(?!<td).)*88\.00)/.exec(html)?.[0],
  }
}

test.each([
  ['with a selection column', NONE],
  ['without one', undefined],
])('the amount of a sum row stands under its column, %s', (_, selected) => {
  const { head, sums, name, amount } = places(selected)
  expect(head).toContain('金额')
  expect(sums.indexOf('88.00')).toBe(head.indexOf('金额'))
  expect(sums).toHaveLength(head.length)
  // The sum's name stays at the start when the table scrolls sideways, also where the first column does not.
  expect(name).toContain(`inset-inline-start:${selected ? '40px' : '0'}`)
  // A single amount stays beside it.
  expect(amount).toContain(`inset-inline-start:${selected ? 140 : 100}px`)
})
