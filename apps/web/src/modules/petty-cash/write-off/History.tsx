import type { WriteOffList } from '@pianzhang/contract/petty-cash'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import table from '../../../ui/chart/figures/FigureTable.module.css'
import { count } from '../../../ui/count.ts'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { DetailDialog } from '../../../ui/page/record/DetailDialog.tsx'
import { CARDS, useMedia } from '../../../ui/page/useMedia.ts'
import { Empty, NotLoaded } from '../../../ui/states/States.tsx'
import { staleProps } from '../../../ui/states/stale.ts'
import mini from '../../../ui/table/MiniTable.module.css'
import { MoneyCell } from '../../../ui/table/MiniTable.tsx'
import { CardPager } from '../../../ui/table/pager/Pager.tsx'
import { formatMinute } from '../../../ui/time.ts'
import { historyQuery, PAGE } from './api.ts'
import styles from './History.module.css'

type WriteOff = WriteOffList['items'][number]

/** How many payments of a write-off were deleted again, then whose, when and by whom. */
function TakenBack({ of, onLeave }: { of: WriteOff; onLeave: () => void }) {
  const { taken_back_quantity: many, taken_back: known } = of
  return (
    <div className={styles.takenBack}>
      其中 {count(many)} 条已撤销核销，合计 <MoneyText amount={of.taken_back_amount_yuan} tip={false} /> 元：
      <ul>
        {known.map((one) => (
          <li key={one.cost_execution_code}>
            <span className="num">{formatMinute(one.created_at)}</span> {one.user_name} 删除付款{' '}
            <span className="num">{one.cost_execution_code}</span>，明细{' '}
            <Link
              to="/implement/cash"
              search={{ activeName: 'd', keywords: one.imprest_code }}
              className="num"
              onClick={onLeave}
            >
              {one.imprest_code}
            </Link>
            ，<MoneyText amount={one.amount_yuan} tip={false} /> 元
          </li>
        ))}
        {many > known.length && <li>其余 {count(many - known.length)} 条见操作日志</li>}
      </ul>
    </div>
  )
}

/** 核销记录: every write-off, the latest first. */
export default function History({ onClose }: { onClose: () => void }) {
  const [page, setPage] = useState(1)
  const query = useQuery(historyQuery(page))
  const { data, isPlaceholderData } = query
  // Phones have no room for five columns: the person is below the time, and both counts are in one column.
  const narrow = useMedia(CARDS)
  return (
    <DetailDialog title="核销记录" width={640} onClose={onClose} actions={null}>
      {data && data.listTotal > 0 ? (
        <>
          <div className="scroll">
            <table
              className={`${mini.table} ${table.table}`}
              aria-label="核销记录"
              {...staleProps(isPlaceholderData)}
            >
              <thead>
                <tr>
                  <th scope="col">{narrow ? '核销时间、操作人' : '核销时间'}</th>
                  {!narrow && (
                    <th scope="col" className={table.right}>
                      总条数
                    </th>
                  )}
                  <th scope="col" className={table.right}>
                    {narrow ? '成功/总条数' : '成功条数'}
                  </th>
                  <th scope="col" className={table.right}>
                    成功金额（元）
                  </th>
                  {!narrow && (
                    <th scope="col" className={styles.who}>
                      操作人
                    </th>
                  )}
                </tr>
              </thead>
              <tbody>
                {data.items.flatMap((one) => [
                  <tr key={one.code}>
                    <td className="num">
                      {formatMinute(one.created_at)}
                      {narrow && <div className="muted">{one.creator_name}</div>}
                    </td>
                    {!narrow && <td className={`num ${table.right}`}>{count(one.total_quantity)}</td>}
                    <td className={`num ${table.right}`}>
                      {count(one.succeed_quantity)}
                      {narrow && ` / ${count(one.total_quantity)}`}
                    </td>
                    <MoneyCell amount={one.imprest_amount_yuan} className={table.right} />
                    {!narrow && <td className={styles.who}>{one.creator_name}</td>}
                  </tr>,
                  one.taken_back_quantity > 0 && (
                    <tr key={`${one.code} taken_back`}>
                      <td colSpan={narrow ? 3 : 5}>
                        <TakenBack of={one} onLeave={onClose} />
                      </td>
                    </tr>
                  ),
                ])}
              </tbody>
            </table>
          </div>
          <div className={styles.pager}>
            <span className="num">共 {count(data.listTotal)} 条</span>
            {data.listTotal > PAGE && (
              <CardPager page={page} size={PAGE} total={data.listTotal} onPage={(next) => setPage(next)} />
            )}
          </div>
        </>
      ) : data ? (
        <Empty text="暂无核销记录" />
      ) : (
        <NotLoaded of={query} lines={4} />
      )}
    </DetailDialog>
  )
}
