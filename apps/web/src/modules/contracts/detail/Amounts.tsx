import { CONTRACT_FIELDS, type Contract } from '@pianzhang/contract/contracts'
import { inYuan } from '@pianzhang/contract/money'
import type { ReactNode } from 'react'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { TOGETHER } from '../../contract-picker/contractFigures.ts'
import { isIncome } from '../../contract-picker/selects.ts'
import { MoneyLink, type Readable } from '../MoneyLink.tsx'
import styles from './detail.module.css'

/** Words for the money paid on a contract, or received. */
export const moneyWords = (contract: Contract) =>
  isIncome(contract)
    ? { paid: '已收金额（元）', unpaid: '未收金额（元）' }
    : { paid: '已付金额（元）', unpaid: '未付金额（元）' }

/** The amounts signed, paid and left, then those of the contract and its supplement together (总包); the paid amount links to its payments or receipts. */
export function Amounts({ contract, readable }: { contract: Contract; readable: Readable }) {
  const words = moneyWords(contract)
  const together = contract.with_supplement
  return (
    <dl className={styles.amounts}>
      <Amount
        name={inYuan(CONTRACT_FIELDS.amount)}
        amount={contract.amount_yuan}
        together={together?.amount_yuan}
      />
      <Amount name={words.paid} amount={contract.pay_amount_yuan} together={together?.pay_amount_yuan}>
        {(shown) => (
          <MoneyLink contract={contract} readable={readable} amount={contract.pay_amount_yuan}>
            {shown}
          </MoneyLink>
        )}
      </Amount>
      <Amount
        name={words.unpaid}
        amount={contract.unpay_amount_yuan}
        together={together?.unpay_amount_yuan}
      />
    </dl>
  )
}

interface AmountProps {
  name: string
  amount: string
  /** The same amount of the contract and its supplement together. */
  together: string | undefined
  children?: (shown: ReactNode) => ReactNode
}

const Amount = ({ name, amount, together, children = (shown) => shown }: AmountProps) => (
  <div>
    <dt>{name}</dt>
    <dd>{children(<MoneyText amount={amount} strong />)}</dd>
    {together !== undefined && (
      <dd className={styles.together}>
        {TOGETHER}（含补充协议） <MoneyText amount={together} />
      </dd>
    )}
  </div>
)
