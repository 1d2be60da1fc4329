import type { Contract } from '@pianzhang/contract/contracts'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { isIncome, MoneyLink, type Readable } from '../MoneyLink.tsx'
import styles from './detail.module.css'

/** Words for the money paid on a contract, or received. */
export const moneyWords = (contract: Contract) =>
  isIncome(contract)
    ? { paid: '已收金额（元）', unpaid: '未收金额（元）' }
    : { paid: '已付金额（元）', unpaid: '未付金额（元）' }

/** The amounts signed, paid and left; the paid amount links to its payments or receipts. */
export function Amounts({ contract, readable }: { contract: Contract; readable: Readable }) {
  const words = moneyWords(contract)
  return (
    <dl className={styles.amounts}>
      <div>
        <dt>合同总额（元）</dt>
        <dd>
          <MoneyText amount={contract.amount_yuan} strong />
        </dd>
      </div>
      <div>
        <dt>{words.paid}</dt>
        <dd>
          <MoneyLink contract={contract} readable={readable}>
            <MoneyText amount={contract.pay_amount_yuan} strong />
          </MoneyLink>
        </dd>
      </div>
      <div>
        <dt>{words.unpaid}</dt>
        <dd>
          <MoneyText amount={contract.unpay_amount_yuan} strong />
        </dd>
      </div>
    </dl>
  )
}
