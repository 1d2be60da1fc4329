import { formatYuan } from '@pianzhang/contract/money'
import { MiniTable } from '../../../ui/table/MiniTable.tsx'
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
  <MiniTable
    label="本次付款"
    titles={['收款人', '期次']}
    ends={['付款金额（元）']}
    className={styles.table}
    foot={
      <tr>
        <td>合计</td>
        <td className="num">{parties.reduce((count, { rows }) => count + rows.length, 0)} 期</td>
        <td className="num">{formatYuan(sumOf(parties, ({ rest_yuan }) => rest_yuan))}</td>
      </tr>
    }
  >
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
  </MiniTable>
)
