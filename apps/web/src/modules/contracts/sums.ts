import type { ContractList } from '@pianzhang/contract/contracts'
import { fenOf, yuan } from '@pianzhang/contract/money'
import { count } from '../../ui/count.ts'
import type { Sum } from '../../ui/table/SumRows.tsx'
import { sumOf } from '../../ui/table/sums.ts'

const amounts = (amount: string, paid: string) => ({
  amount,
  pay_amount: paid,
  unpay_amount: yuan(fenOf(amount) - fenOf(paid)),
})

/** 本页合计 and 筛选合计: signed, paid, unpaid. */
export const contractSums = ({
  items,
  listTotal,
  total_amount_yuan,
  total_pay_amount_yuan,
}: ContractList): Sum[] => [
  {
    label: '本页合计',
    note: `${count(items.length)} 条`,
    amounts: amounts(
      sumOf(items, (row) => row.amount_yuan),
      sumOf(items, (row) => row.pay_amount_yuan),
    ),
  },
  {
    label: '筛选合计',
    note: `${count(listTotal)} 条`,
    amounts: amounts(total_amount_yuan, total_pay_amount_yuan),
  },
]
