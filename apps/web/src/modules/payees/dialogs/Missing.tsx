import { formatYuan } from '@pianzhang/contract/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { count } from '../../../ui/count.ts'
import { Failed } from '../../../ui/states/States.tsx'
import { MiniTable, MoneyCell } from '../../../ui/table/MiniTable.tsx'
import { missingQuery } from '../api.ts'
import styles from './detail.module.css'
import { Section } from './Section.tsx'

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
        <MiniTable
          label="欠票"
          titles={['项目', '付款方']}
          ends={['条数', '欠票金额（元）']}
          cards
          className={styles.table}
        >
          {data.items.map(({ project, payer, ...item }) => (
            <tr key={`${project.code} ${payer}`}>
              <th scope="row">{project.name}</th>
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
              <td className="num" data-title="笔数">
                {count(item.count)}
              </td>
              <MoneyCell amount={item.lacking_yuan} />
            </tr>
          ))}
        </MiniTable>
      ) : (
        <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </Section>
  )
}
