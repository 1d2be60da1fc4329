import { type Fen, formatYuan } from '@pianzhang/contract/money'

/** A subject that is over its budget once a request is paid. `before`: by how much it is so already; 0 or less: it is not. */
export interface Excess {
  out_code: string
  name: string
  before: Fen
  after: Fen
}

/** So many subjects are named. */
const NAMED = 2

/**
 * 付款后超预算：24000102 美术 1,200.00 元；付款前已超出：24000101 场景 4,000.00 元. What a payment leaves as it was, as of a contract that was committed
 * already, is not said to be its doing. The largest excess comes first.
 */
export function overBudgetText(found: readonly Excess[]): string {
  const sorted = found.toSorted((a, b) => (a.after < b.after ? 1 : a.after > b.after ? -1 : 0))
  const parts = [
    ['付款后超预算', sorted.filter(({ before, after }) => before !== after)],
    ['付款前已超出', sorted.filter(({ before, after }) => before === after)],
  ] as const
  return parts
    .filter(([, own]) => own.length > 0)
    .map(([why, own]) => `${why}：${namesOf(own)}`)
    .join('；')
}

const namesOf = (own: readonly Excess[]): string =>
  own
    .slice(0, NAMED)
    .map(({ out_code, name, before, after }) => {
      const already = before > 0n && before !== after ? `（付款前已超出 ${formatYuan(before)} 元）` : ''
      return `${out_code} ${name} ${formatYuan(after)} 元${already}`
    })
    .join('、') + (own.length > NAMED ? ` 等 ${own.length} 个科目` : '')
