import { CONTRACT_FIELDS, type Contract } from '@pianzhang/contract/contracts'
import { inYuan } from '@pianzhang/contract/money'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { Stat, Stats } from '../../../ui/page/Stats.tsx'
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
  const note = (amount: string | undefined) =>
    amount === undefined ? undefined : (
      <>
        {TOGETHER}（含补充协议） <MoneyText amount={amount} />
      </>
    )
  return (
    <Stats className={styles.amounts}>
      <Stat name={inYuan(CONTRACT_FIELDS.amount)} note={note(together?.amount_yuan)}>
        <MoneyText amount={contract.amount_yuan} strong />
      </Stat>
      <Stat name={words.paid} note={note(together?.pay_amount_yuan)}>
        <MoneyLink contract={contract} readable={readable} amount={contract.pay_amount_yuan}>
          <MoneyText amount={contract.pay_amount_yuan} strong />
        </MoneyLink>
      </Stat>
      <Stat name={words.unpaid} note={note(together?.unpay_amount_yuan)}>
        <MoneyText amount={contract.unpay_amount_yuan} strong />
      </Stat>
    </Stats>
  )
}
