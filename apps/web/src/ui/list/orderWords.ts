import type { DataColumn, Order } from '../table/column.ts'

type Column = Pick<DataColumn<never>, 'key' | 'title' | 'sortable'>

export interface Sorting {
  sorted?: { column: string; order: Order } | undefined
  onSort?: ((column: string, order: Order) => void) | undefined
}

/** 付款时间从早到晚, 付款金额从大到小: an order of a list, in words. */
export const orderWords = ({ title }: Column, order: 'asc' | 'desc'): string => {
  const [low, high] = title.endsWith('时间') ? ['早', '晚'] : ['小', '大']
  return `${title.replace(/（.*）$/, '')}从${order === 'asc' ? `${low}到${high}` : `${high}到${low}`}`
}

/** The current order in words; undefined: the list's default order. */
export function currentOrder(columns: readonly Column[], sorted: Sorting['sorted']): string | undefined {
  const column = columns.find(({ key }) => key === sorted?.column)
  return column && sorted?.order && orderWords(column, sorted.order)
}

interface OrderChoice {
  key: string
  label: string
  column: string
  order: Order
}

/** All orders that a list offers, the default one first. */
export const ordersOf = (columns: readonly Column[]): OrderChoice[] =>
  columns
    .filter(({ sortable }) => sortable)
    .flatMap((column, index) => [
      ...(index === 0 ? [{ key: '', label: '默认顺序', column: column.key, order: undefined }] : []),
      ...(['asc', 'desc'] as const).map((order) => ({
        key: `${column.key}:${order}`,
        label: orderWords(column, order),
        column: column.key,
        order,
      })),
    ])
