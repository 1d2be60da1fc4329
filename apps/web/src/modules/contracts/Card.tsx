import type { Contract } from '@pianzhang/contract/contracts'
import { memo } from 'react'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { isIncome } from '../contract-picker/selects.ts'
import { actionsOf, type ContractActions } from './actions.ts'
import styles from './contracts.module.css'
import { nameOf } from './removal.ts'

interface Props {
  row: Contract
  on: ContractActions & { onDetail: (contract: Contract) => void }
}

/** A contract as a card on phones: party and amount first, then what is unpaid, then the rest. */
export const Card = memo(function Card({ row, on }: Props) {
  const [paid, unpaid] = isIncome(row) ? ['已收', '未收'] : ['已付', '未付']
  return (
    <RecordCard
      rowKey={row.code}
      of={nameOf(row)}
      title={row.customer}
      amount={row.amount_yuan}
      text={
        <span className={styles.sides}>
          <span>
            {paid} <MoneyText amount={row.pay_amount_yuan} tip={false} />，
          </span>
          <span>
            {unpaid} <MoneyText amount={row.unpay_amount_yuan} tip={false} />
          </span>
        </span>
      }
      meta={[row.sign_at ?? '未填签约时间', row.category.category_i18n, { shrinking: row.out_code }]}
      actions={[{ label: '详情', onClick: () => on.onDetail(row) }, ...actionsOf(row, on)]}
      onOpen={() => on.onDetail(row)}
    />
  )
})
