import { AccountText } from '../../ui/AccountText.tsx'
import { MiniTable, MoneyCell } from '../../ui/table/MiniTable.tsx'
import styles from './batch.module.css'

interface Row {
  code: string
  name: string
  account: string
  bank_name: string
  amount_yuan: string
  problems?: readonly string[]
  warnings?: readonly string[]
  account_change?: object | null
}

/** The payments of a batch; rows that the bank would refuse first. */
export function TransferTable({ rows }: { rows: readonly Row[] }) {
  const ordered = [...rows].sort(
    (a, b) => Number((b.problems ?? []).length > 0) - Number((a.problems ?? []).length > 0),
  )
  return (
    <MiniTable
      label="批量文件中的付款"
      titles={['付款编号', '收款人', '收款账号']}
      ends={['金额（元）']}
      cards
      className={styles.table}
      box={styles.scroll}
    >
      {ordered.map((row) => (
        <tr key={row.code} className={row.problems && row.problems.length > 0 ? styles.wrong : undefined}>
          <th scope="row" className={`num ${styles.code}`}>
            {row.code}
          </th>
          <td className={styles.payee}>
            {row.name}
            {row.problems?.map((problem) => (
              <div key={problem} className={styles.problem}>
                {problem}
              </div>
            ))}
            {row.warnings?.map((warning, index) => (
              <div
                key={warning}
                className={index === 0 && row.account_change ? styles.problem : styles.warning}
              >
                {warning.replace('（可继续保存）', '')}
              </div>
            ))}
          </td>
          <td className={styles.account}>
            {row.account ? <AccountText number={row.account} /> : '-'}
            <div className={styles.bank}>{row.bank_name}</div>
          </td>
          <MoneyCell amount={row.amount_yuan} className={styles.amount} />
        </tr>
      ))}
    </MiniTable>
  )
}
