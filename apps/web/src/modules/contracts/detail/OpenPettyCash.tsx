import type { Contract, ContractRelated } from '@pianzhang/contract/contracts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { count } from '../../../ui/count.ts'
import { Panel } from '../../../ui/page/Panel.tsx'
import { MovementTable } from './Movements.tsx'

const TITLES = ['明细编号', '付款时间', '付款方', '摘要', '付款金额（元）']

interface Props {
  contract: Contract
  related: ContractRelated | undefined
}

/** 未核销备用金: petty cash that names the contract and counts as paid only when it is written off. Nothing without any. */
export function OpenPettyCash({ contract, related }: Props) {
  const imprests = related?.imprests
  if (!imprests || imprests.count === 0) return null
  const link = (search: Record<string, string>, text: ReactNode) => (
    <Link
      to="/implement/cash"
      search={{ activeName: 'd', contract_code: contract.code, written_off: '0', ...search }}
    >
      {text}
    </Link>
  )
  return (
    <Panel title="未核销备用金" head={link({}, `查看全部 ${count(imprests.count)} 条`)}>
      <MovementTable
        label="未核销备用金"
        titles={TITLES}
        items={imprests.items.map((one) => ({
          key: one.code,
          day: one.pay_at,
          party: one.payer,
          text: one.summary,
          amount: one.amount_yuan,
          search: { keywords: one.code },
        }))}
        numbered
        link={link}
      />
    </Panel>
  )
}
