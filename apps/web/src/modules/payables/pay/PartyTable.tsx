import { formatYuan } from '@pianzhang/contract/money'
import { sumOf } from '../../../ui/table/sums.ts'
import type { PayeeParts } from '../../payees/picker/useParts.ts'
import { nameOf } from '../words.ts'
import type { partiesOf } from './parties.ts'
import styles from './pay.module.css'

/** What each payee is paid. `payees`: what a feature adds. */
export const PartyTable = ({
  parties,
  payees,
}: {
  parties: ReturnType<typeof partiesOf>
  payees: Pick<PayeeParts, 'warningOf'> | undefined
}) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th scope="col">收款人</th>
        <th scope="col">期次</th>
        <th scope="col">付款金额（元）</th>
      </tr>
    </thead>
    <tbody>
      {parties.map(({ key, name, rows, rest_yuan }) => (
        <tr key={key}>
          <td>
            {name}
            {payees?.warningOf(rows[0]?.payee_link)}
          </td>
          <td>{rows.map(nameOf).join('、')}</td>
          <td className="num">{formatYuan(rest_yuan)}</td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <td>合计</td>
        <td className="num">{parties.reduce((count, { rows }) => count + rows.length, 0)} 期</td>
        <td className="num">{formatYuan(sumOf(parties, ({ rest_yuan }) => rest_yuan))}</td>
      </tr>
    </tfoot>
  </table>
)
