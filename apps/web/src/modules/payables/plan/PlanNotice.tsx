import { fenOf } from '@pianzhang/contract/money'
import { parseField } from '@pianzhang/contract/money-field'
import type { Instalments } from '@pianzhang/contract/payables'
import { planNotice } from '@pianzhang/contract/plan-percents'
import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { FieldHint } from '../../../ui/fields/FieldHint.tsx'
import { planQuery } from '../../contract-picker/instalments.ts'
import { percentOf } from './typed.ts'

/** Below the amount in the form of a contract: which instalments keep their amounts, though their percents of the new one would be others. */
export default function PlanNotice({ contract }: { contract: string }) {
  const { data } = useQuery(planQuery(contract))
  const typed = Form.useWatch('amount', { preserve: true }) as string | undefined
  const text = data && noticeOf(data, typed ?? '')
  return text ? <FieldHint warnings={[text]} /> : null
}

function noticeOf({ contract, items }: Instalments, typed: string): string | undefined {
  const { fen } = parseField(typed)
  if (fen === undefined || fen === fenOf(contract.amount_yuan)) return undefined
  return planNotice(
    contract.direction === 'in' ? '收款计划' : '付款计划',
    fen,
    items.map(({ title, percent, amount_yuan }) => ({
      title,
      percent: percentOf(percent ?? '') ?? null,
      amount: fenOf(amount_yuan),
    })),
  )
}
