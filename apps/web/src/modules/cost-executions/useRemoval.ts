import type { Payment } from '@pianzhang/contract/cost-executions'
import { fenOf, formatYuan, sum } from '@pianzhang/contract/money'
import { useCallback, useRef } from 'react'
import { ask, confirmDelete } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.ts'
import { paymentsChanged, removePayment, removePayments } from './api.ts'

/** Deleting asks first and names the record, or how many and how much. `onGone` hears which codes are not there any more. */
export function useRemoval(onGone: (codes: readonly string[]) => void) {
  const gone = useRef(onGone)
  gone.current = onGone

  const finish = useCallback(async (codes: readonly string[], msg: string) => {
    gone.current(codes)
    await paymentsChanged()
    toast.success(msg)
  }, [])

  const removeOne = useCallback(
    (row: Payment) => {
      const record = `付款编号 ${row.code}，${formatYuan(row.pay_amount_yuan)} 元`
      const run = async () => finish([row.code], (await removePayment(row.code)).msg)
      void confirmDelete('确定删除该条记录？', record, run)
    },
    [finish],
  )

  const removeMany = useCallback(
    (rows: readonly Payment[]) => {
      if (rows.length === 0) return toast.warning('请选择删除项')
      const codes = rows.map((row) => row.code)
      const total = formatYuan(sum(rows.map((row) => fenOf(row.pay_amount_yuan))))
      const question = {
        title: '确定批量删除？',
        text: `共 ${rows.length} 条，合计 ${total} 元`,
        danger: true,
      }
      const run = async () => finish(codes, (await removePayments(codes)).msg)
      void ask(question, run)
    },
    [finish],
  )

  return { removeOne, removeMany }
}
