import { AccountText } from '../../ui/AccountText.tsx'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
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
    <ScrollBox className={styles.scroll} label="批量文件中的付款">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">付款编号</th>
            <th scope="col">收款人</th>
            <th scope="col">收款账号</th>
            <th scope="col" className={styles.right}>
              金额（元）
            </th>
          </tr>
        </thead>
        <tbody>
          {ordered.map((row) => (
            <tr key={row.code} className={row.problems && row.problems.length > 0 ? styles.wrong : undefined}>
              <td className={`num ${styles.code}`}>{row.code}</td>
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
              <td className={styles.right}>
                <MoneyText amount={row.amount_yuan} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
