import type { Contract, ContractList } from '@pianzhang/contract/contracts'
import { formatYuan } from '@pianzhang/contract/money'
import { count } from '../../ui/count.ts'
import type { Sum } from '../../ui/table/SumRows.tsx'
import { amountSums, type ListSums, type NamedSum, sumOf } from '../../ui/table/sums.ts'
import { isIncome } from '../contract-picker/selects.ts'

/** Amounts to pay and to receive are never added up. A sum of one kind alone is called 合计, without its direction. */
const NAMES = { out: '应付', in: '应收' } as const
const nameOf = (direction: keyof typeof NAMES, of: readonly unknown[]): string =>
  of.length > 1 ? NAMES[direction] : ''

/** The contracts by direction: money goes out or comes in. */
function byDirection(rows: readonly Contract[]) {
  const parts = [
    { direction: 'out' as const, rows: rows.filter((row) => !isIncome(row)) },
    { direction: 'in' as const, rows: rows.filter(isIncome) },
  ].filter((part) => part.rows.length > 0)
  // Without any contract the sum is zero.
  return parts.length > 0 ? parts : [{ direction: 'out' as const, rows }]
}

const amounts = (amount: string, pay_amount: string, unpay_amount: string) => ({
  amount,
  pay_amount,
  unpay_amount,
})

/** 本页合计 and 筛选合计: signed, paid, unpaid; 本页应付合计, 本页应收合计 … where the filter leaves both directions. */
function contractSums({ items, sums }: ContractList): Sum[] {
  const name = (direction: keyof typeof NAMES) => nameOf(direction, sums)
  const ofPage = byDirection(items).map(({ direction, rows }) => ({
    of: 'page' as const,
    label: `本页${name(direction)}合计`,
    note: `${count(rows.length)} 条`,
    amounts: amounts(
      sumOf(rows, (row) => row.amount_yuan),
      sumOf(rows, (row) => row.pay_amount_yuan),
      sumOf(rows, (row) => row.unpay_amount_yuan),
    ),
  }))
  const ofAll = sums.map(({ direction, count: many, ...sum }) => ({
    of: 'all' as const,
    label: `筛选${name(direction)}合计`,
    note: `${count(many)} 条`,
    amounts: amounts(sum.amount_yuan, sum.pay_amount_yuan, sum.unpay_amount_yuan),
  }))
  return [...ofPage, ...ofAll]
}

/** The signed amounts of all contracts that match, by direction; none where all have the same direction. */
const signedSums = ({ sums }: ContractList): NamedSum[] =>
  sums.length < 2
    ? []
    : sums.map(({ direction, amount_yuan, count: many }) => ({
        name: `筛选${NAMES[direction]}合计 · 共 ${count(many)} 条`,
        amount: amount_yuan,
      }))

/** The signed amounts of these contracts: 合计, or 应付 and 应收. */
const signedOf = (rows: readonly Contract[]): NamedSum[] =>
  byDirection(rows).map(({ direction, rows: some }, _, all) => ({
    name: nameOf(direction, all) || '合计',
    amount: sumOf(some, (row) => row.amount_yuan),
  }))

/** 应付 300,000.00 元，应收 5,000,000.00 元 */
export const signedWords = (rows: readonly Contract[]): string =>
  signedOf(rows)
    .map(({ name, amount }) => `${name} ${formatYuan(amount)} 元`)
    .join('，')

const SIGNED = amountSums<Contract, ContractList>(
  'amount',
  (row) => row.amount_yuan,
  (list) => list.total_amount_yuan ?? '0.00',
)
export const SUMS: ListSums<Contract, ContractList> = {
  table: contractSums,
  cards: (list) => (list && list.sums.length > 1 ? signedSums(list) : SIGNED.cards(list)),
  selected: signedOf,
}
