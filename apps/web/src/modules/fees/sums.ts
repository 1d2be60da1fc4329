import { count } from '../../ui/count.ts'
import type { Sum } from '../../ui/table/SumRows.tsx'
import { type ListSums, sumOf } from '../../ui/table/sums.ts'

const NAMES = [
  ...['gross', 'vat', 'surcharge', 'taxable', 'tax', 'net', 'invoice_vat', 'paid'],
  ...['withheld', 'remitted', 'due'],
] as const
type Name = (typeof NAMES)[number]
type Amounts = { [N in `${Name}_yuan`]?: string }

const amountOf =
  (name: Name) =>
  (row: Amounts): string =>
    row[`${name}_yuan`] ?? '0.00'
const amountsOf = (of: (name: Name) => string): Record<string, string> =>
  Object.fromEntries(NAMES.map((name) => [name, of(name)]))

/** Sums of all amounts of a list, by the keys of their columns. `main`: the one that cards and selection have. */
export const taxSums = <R extends Amounts, L extends { items: R[]; listTotal: number; totals: Amounts }>(
  main: { name: Name; text: string },
  unit: string,
): ListSums<R, L> => {
  const mainOf = amountOf(main.name)
  const page = (list: L): Sum => ({
    of: 'page',
    label: '本页合计',
    note: `${count(list.items.length)} ${unit}`,
    amounts: amountsOf((name) => sumOf(list.items, amountOf(name))),
  })
  const all = (list: L): Sum => ({
    of: 'all',
    label: '合计',
    note: `${count(list.listTotal)} ${unit}`,
    amounts: amountsOf((name) => amountOf(name)(list.totals)),
  })
  return {
    table: (list) => [page(list), all(list)],
    cards: (list) => [
      {
        name: list ? `${main.text}合计 · 共 ${count(list.listTotal)} ${unit}` : `${main.text}合计`,
        amount: list && mainOf(list.totals),
      },
    ],
    selected: (rows) => [
      { name: `${main.text}合计`, amount: sumOf(rows, mainOf) },
      ...(main.name === 'tax' ? [] : [{ name: '预扣税额', amount: sumOf(rows, amountOf('tax')) }]),
    ],
  }
}
