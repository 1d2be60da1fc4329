import { formatYuan } from '@pianzhang/contract/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { count } from '../../../ui/count.ts'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { Failed } from '../../../ui/states/States.tsx'
import { missingQuery } from '../api.ts'
import styles from './detail.module.css'
import { Rows, Section } from './Section.tsx'

/** What a payee owes invoices for, by project; nothing while it owes none. */
export default function Missing({ code }: { code: string }) {
  const { data, error, isFetching, refetch } = useQuery(missingQuery(code))
  if (data ? data.count === 0 : !error) return null
  return (
    <Section
      title="欠票"
      number={data && `${count(data.count)} 条`}
      total={data && <b className="num">{formatYuan(data.lacking_yuan)}</b>}
    >
      {data ? (
        <Rows titles={['项目', '付款方']} amounts={['条数', '欠票金额（元）']}>
          {data.items.map(({ project, payer, ...item }) => (
            <tr key={`${project.code} ${payer}`}>
              <td>{project.name}</td>
              <td className={styles.second}>
                <Link
                  to="/invoice/missing"
                  search={{ project: project.code, payer } as never}
                  target="_blank"
                  rel="noopener"
                >
                  {payer}
                </Link>
              </td>
              <td className={`num ${styles.right}`} data-title="笔数">
                {count(item.count)}
              </td>
              <td className={styles.right}>
                <MoneyText amount={item.lacking_yuan} />
              </td>
            </tr>
          ))}
        </Rows>
      ) : (
        <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </Section>
  )
}
