import { formatYuan } from '@pianzhang/contract/money'
import type { Forecast } from '@pianzhang/contract/payables'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useAddress } from '../../../platform/address/useAddress.ts'
import { useCan } from '../../../platform/session/session.ts'
import { ChartPanel, TABLE } from '../../../ui/chart/ChartPanel.tsx'
import { Total } from '../../../ui/chart/Total.tsx'
import { Check } from '../../../ui/fields/Tick.tsx'
import { IconBars } from '../../../ui/icons.tsx'
import { ExportButton } from '../../../ui/list/FileButtons.tsx'
import { PageBody, PageHead } from '../../../ui/page/Page.tsx'
import { Stat, Stats } from '../../../ui/page/Stats.tsx'
import { NotLoaded } from '../../../ui/states/States.tsx'
import { staleProps } from '../../../ui/states/stale.ts'
import { BarSwitch } from '../../../ui/table/BarSwitch.tsx'
import { DEFAULT_WEEKS, forecastFile, forecastQuery, forecastSearch, WEEKS } from './api.ts'
import { BalanceChart } from './BalanceChart.tsx'
import styles from './forecast.module.css'
import { Gap } from './Gap.tsx'
import { Weeks } from './Weeks.tsx'

export { load } from './api.ts'

const route = getRouteApi('/in-project/payable/forecast')
const PICTURE = { key: 'bars', name: '柱状图', icon: <IconBars size={14} /> }
const CHOICES = WEEKS.map((weeks) => ({ key: String(weeks), text: `${weeks} 周` }))

/** 资金预测: what the project has, and will have at the end of each week. */
export default function ForecastPage() {
  const { search, change } = useAddress(route, forecastSearch)
  const { weeks = DEFAULT_WEEKS, overdue_in } = search
  const query = useQuery(forecastQuery(weeks, overdue_in))
  const { data, isPlaceholderData } = query
  const mayExport = useCan()('payable', 'export')
  const view = search.view === 'table' ? TABLE : PICTURE.key
  const put = (part: object) => change((old) => ({ ...old, ...part }), { replace: true, resetScroll: false })
  return (
    <>
      <PageHead
        title="资金预测"
        actions={
          <>
            <Check
              checked={overdue_in === '1'}
              onChange={({ target }) => put({ overdue_in: target.checked ? '1' : undefined })}
            >
              计入逾期应收
            </Check>
            <BarSwitch
              label="预测周数"
              options={CHOICES}
              value={String(weeks)}
              onChange={(key) => put({ weeks: Number(key) === DEFAULT_WEEKS ? undefined : Number(key) })}
            />
            {mayExport && <ExportButton total={data && weeks} ask={() => forecastFile(weeks, overdue_in)} />}
          </>
        }
      />
      <PageBody>
        {data ? (
          <div className={styles.page} {...staleProps(isPlaceholderData)}>
            <div className={styles.top}>
              <Total name="当前余额" query={{ ...query, data: data.balance_yuan } as never} />
              <Stats className={styles.composition}>
                <Stat name="收款合计（元）">{formatYuan(data.received_yuan)}</Stat>
                <Stat name="付款合计（元）" note="不含备用金核销">
                  {formatYuan(data.paid_yuan)}
                </Stat>
                <Stat name="备用金总额（元）">{formatYuan(data.imprest_yuan)}</Stat>
              </Stats>
            </div>
            <Gap data={data} detailed />
            <ChartPanel
              title="每周末余额"
              view={view}
              onView={(next) => put({ view: next === TABLE ? 'table' : undefined })}
              pictures={[PICTURE]}
              filled
            >
              {view === TABLE ? <Weeks data={data} /> : <BalanceChart data={data} height={180} />}
            </ChartPanel>
            {view !== TABLE && <Weeks data={data} />}
            <Outside data={data} counted={overdue_in === '1'} />
          </div>
        ) : (
          <NotLoaded of={query} lines={12} />
        )}
      </PageBody>
    </>
  )
}

/** What the weeks do not have. */
function Outside({ data, counted }: { data: Forecast; counted: boolean }) {
  const parts = [
    { name: '其中逾期待付', amount: data.overdue_out_yuan, search: { bucket: 'overdue' } },
    {
      name: counted ? '其中逾期应收' : '逾期应收',
      amount: data.overdue_in_yuan,
      search: { bucket: 'overdue', direction: 'in' },
    },
    { name: '期后待付', amount: data.later_out_yuan, search: {} },
    { name: '期后待收', amount: data.later_in_yuan, search: { direction: 'in' } },
    { name: '待达成付款', amount: data.waiting_out_yuan, search: { bucket: 'waiting' } },
    { name: '待达成收款', amount: data.waiting_in_yuan, search: { bucket: 'waiting', direction: 'in' } },
  ].filter(({ amount }) => amount !== '0.00')
  if (parts.length === 0) return null
  return (
    <p className={styles.outside}>
      <span>
        {counted ? '逾期款项计入第一周，期后' : '逾期待付计入第一周，逾期应收、期后'}和待达成的款项未计入：
      </span>
      {parts.map(({ name, amount, search }) => (
        <Link key={name} to="/payable/index" search={search as never}>
          {name} <span className="num">{formatYuan(amount)}</span>
        </Link>
      ))}
    </p>
  )
}
