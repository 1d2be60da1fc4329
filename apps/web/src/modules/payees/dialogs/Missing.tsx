import { formatYuan } from '@pianzhang/contract/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { count } from '../../../ui/count.ts'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { Failed } from '../../../ui/states/States.tsx'
import { missingQuery } from '../api.ts'
import styles from './detail.module.css'

/** What a payee owes invoices for, by project; nothing while it owes none. */
export default function Missing({ code }: { code: string }) {
  const { data, error, isFetching, refetch } = useQuery(missingQuery(code))
  if (data ? data.count === 0 : !error) return null
  return (
    <section className={styles.section}>
      <h3 className={styles.head}>
        欠票
        {data && (
          <>
            <small className="num">{count(data.count)} 笔</small>
            <span className={styles.total}>
              <b className="num">{formatYuan(data.lacking_yuan)}</b>
            </span>
          </>
        )}
      </h3>
      {data ? (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th>项目</th>
                <th>付款方</th>
                <th className={styles.right}>笔数</th>
                <th className={styles.right}>欠票金额（元）</th>
              </tr>
            </thead>
            <tbody>
              {data.items.map(({ project, payer, ...item }) => (
                <tr key={`${project.code} ${payer}`}>
                  <td>{project.name}</td>
                  <td>
                    <Link
                      to="/invoice/missing"
                      search={{ project: project.code, payer } as never}
                      target="_blank"
                      rel="noopener"
                    >
                      {payer}
                    </Link>
                  </td>
                  <td className={`num ${styles.right}`}>{count(item.count)}</td>
                  <td className={styles.right}>
                    <MoneyText amount={item.lacking_yuan} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </section>
  )
}
