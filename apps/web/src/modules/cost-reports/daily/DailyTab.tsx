import { formatYuan } from '@pianzhang/contract/money'
import { PAGE_SIZE } from '@pianzhang/contract/page'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePreference } from '../../../platform/session/preferences.ts'
import { useCan } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { ChartPanel, TABLE } from '../../../ui/chart/ChartPanel.tsx'
import { Total } from '../../../ui/chart/Total.tsx'
import { lazyDialog } from '../../../ui/code/lazy.tsx'
import { path } from '../../../ui/icon.tsx'
import { IconBars } from '../../../ui/icons.tsx'
import { ExportButton } from '../../../ui/list/FileButtons.tsx'
import { PageBody, PageHead } from '../../../ui/page/Page.tsx'
import { Stat, Stats } from '../../../ui/page/Stats.tsx'
import { CARDS, useMedia } from '../../../ui/page/useMedia.ts'
import { useDialog } from '../../../ui/popup/useDialog.tsx'
import { Empty, NotLoaded } from '../../../ui/states/States.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { dailyFile, dailyQuery } from '../api.ts'
import type { TabProps } from '../tabProps.ts'
import { CurveChart } from './CurveChart.tsx'
import { type DailyRow, dailyColumns } from './columns.tsx'
import styles from './daily.module.css'

const DaysDialog = lazyDialog(() => import('./DaysDialog.tsx'))
const IconCalendar = path('M4 6h16v14H4V6Zm0 4.5h16M8 3.5V6m8-2.5V6')
const PICTURE = { key: 'curve', name: '曲线图', icon: <IconBars size={14} /> }

/** 每日支出: what each day costs, and a shooting day on average. */
export default function DailyTab({ tabs, search, change }: TabProps) {
  const query = useQuery(dailyQuery)
  const { data } = query
  const mayExport = useCan()('cost_report', 'export')
  const { dialog, open, close } = useDialog()
  const [view, setView] = useState<string>(PICTURE.key)
  const isPhone = useMedia(CARDS)
  const [remembered, remember] = usePreference<number>('cost-daily.size', PAGE_SIZE)
  const size = search.per_page ?? remembered
  const page = Math.min(search.page ?? 1, Math.max(1, Math.ceil((data?.items.length ?? 0) / size)))
  const rows = data?.items.slice((page - 1) * size, page * size)
  const perDay = data && sumText(data)
  const table = data && (
    <DataTable<DailyRow>
      name="cost-daily"
      label="每日支出"
      columns={dailyColumns(data.budget_yuan)}
      rows={rows}
      rowKey={({ day }) => day}
      rowLabel={({ day }) => day}
      total={data.items.length}
      page={page}
      size={size}
      onPage={(next, nextSize) => {
        remember(nextSize)
        change((old) => ({ ...old, page: next > 1 ? next : undefined, per_page: nextSize }))
      }}
      sums={[
        {
          of: 'all',
          label: '合计',
          note: `拍摄 ${data.shooting_days} 天`,
          amounts: { spent: data.spent_yuan },
          words: perDay ?? '',
        },
      ]}
    />
  )
  return (
    <>
      <PageHead
        title="报表"
        tabs={tabs}
        actions={
          <>
            {mayExport && <ExportButton total={data?.items.length} ask={() => dailyFile()} />}
            <Button icon={<IconCalendar size={14} />} onClick={() => open(<DaysDialog onClose={close} />)}>
              拍摄日
            </Button>
          </>
        }
      />
      <PageBody tab="daily">
        {!data ? (
          <NotLoaded of={query} lines={12} />
        ) : (
          <div className={styles.page}>
            <div className={styles.figures}>
              <Total name="累计发生" query={{ ...query, data: data.spent_yuan } as never} />
              <Stats className={styles.small}>
                <Stat name="现行预算（元）">{formatYuan(data.budget_yuan)}</Stat>
                <Stat name="拍摄天数">{data.shooting_days}</Stat>
                <Stat name="拍摄日发生（元）">{formatYuan(data.shooting_yuan)}</Stat>
                <Stat name="每拍摄日成本（元）">
                  {data.per_day_yuan === null ? '-' : formatYuan(data.per_day_yuan)}
                </Stat>
              </Stats>
            </div>
            {data.items.length === 0 ? (
              <Empty text="还没有付款和拍摄日" />
            ) : (
              <>
                <ChartPanel
                  title="累计支出与预算"
                  path={<Legend />}
                  view={view}
                  onView={setView}
                  pictures={[PICTURE]}
                  onExport={mayExport ? dailyFile : undefined}
                  filled
                >
                  {view === TABLE ? <div className={styles.tall}>{table}</div> : <CurveChart data={data} />}
                </ChartPanel>
                {view !== TABLE &&
                  (isPhone ? <Days rows={data.items} /> : <div className={styles.tall}>{table}</div>)}
              </>
            )}
          </div>
        )}
      </PageBody>
      {dialog}
    </>
  )
}

/** How 每拍摄日成本 comes about; null without a shooting day. */
const sumText = ({
  per_day_yuan,
  shooting_yuan,
  shooting_days,
}: {
  per_day_yuan: string | null
  shooting_yuan: string
  shooting_days: number
}): string | null =>
  per_day_yuan === null
    ? null
    : `每拍摄日成本 ${formatYuan(per_day_yuan)} = 拍摄日发生 ${formatYuan(shooting_yuan)} ÷ ${shooting_days}`

const Legend = () => (
  <span className={styles.legend} aria-hidden="true">
    <span>
      <i className={styles.lineMark} />
      累计发生
    </span>
    <span>
      <i className={styles.budgetMark} />
      现行预算
    </span>
    <span>
      <i className={styles.tickMark} />
      拍摄日
    </span>
  </span>
)

/** The days on a phone. */
const Days = ({ rows }: { rows: readonly DailyRow[] }) => (
  <ul className={styles.days}>
    {rows.map(({ day, day_no, spent_yuan, cumulative_yuan, remark }) => (
      <li key={day}>
        <p>
          <span className="num">{day}</span>
          <span className="muted">{day_no === null ? '未拍摄' : `第${day_no}天`}</span>
          <b className="num">{formatYuan(spent_yuan)}</b>
        </p>
        <p className="note">
          <span className="num">累计 {formatYuan(cumulative_yuan)}</span> {remark}
        </p>
      </li>
    ))}
  </ul>
)
