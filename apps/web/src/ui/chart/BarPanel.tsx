import { formatYuan } from '@pianzhang/contract/money'
import { type ReactNode, useMemo, useState } from 'react'
import { count } from '../count.ts'
import { IconBars } from '../icons.tsx'
import { RowSkeleton } from '../Loading.tsx'
import { Empty, Failed } from '../States.tsx'
import { useSize } from '../useSize.ts'
import styles from './BarPanel.module.css'
import { barHeight, barOption } from './barOption.ts'
import { Chart } from './Chart.tsx'
import { ChartPanel, type View } from './ChartPanel.tsx'
import { FigureTable } from './FigureTable.tsx'
import { barsOf, bothOf, type Figure, type Rest } from './figures.ts'
import { Tip } from './Tip.tsx'
import { useChartLook } from './useChartLook.ts'

/** The largest eleven and the rest. */
const MOST_BARS = 12

interface Props {
  title: string
  /** What the bars are: 付款方. */
  kind: string
  empty: string
  /** Undefined: on their way, or not to be had. */
  figures: readonly Figure[] | undefined
  /** Of those that did not come along, as there are too many. */
  others?: Rest | null | undefined
  /** They are of the former filter. */
  stale: boolean
  error: unknown
  onRetry: () => void
  retrying: boolean
  onPick: (figure: Figure) => void
  onExport?: (() => Promise<string | undefined>) | undefined
  legend?: ReactNode
}

/** Bars of one kind, as a picture or as a table. */
export function BarPanel({
  title,
  kind,
  empty,
  figures,
  others = null,
  stale,
  error,
  onRetry,
  retrying,
  onPick,
  onExport,
  legend,
}: Props) {
  const [view, setView] = useState<View>('chart')
  const filled = figures !== undefined && figures.length > 0
  return (
    <ChartPanel
      title={title}
      view={view}
      onView={setView}
      icon={<IconBars size={14} />}
      onExport={onExport}
      filled={filled}
      stale={stale}
    >
      {!figures ? (
        error ? (
          <Failed error={error} onRetry={onRetry} retrying={retrying} />
        ) : (
          <RowSkeleton rows={8} columns={[2, 3]} />
        )
      ) : !filled ? (
        <Empty text={empty} />
      ) : view === 'table' ? (
        <FigureTable
          className={styles.table}
          kind={kind}
          label={`${title}表格`}
          figures={figures}
          others={others}
          onPick={onPick}
        />
      ) : (
        <Bars
          title={title}
          kind={kind}
          figures={figures}
          others={others}
          onPick={onPick}
          onRest={() => setView('table')}
        />
      )}
      {filled && view === 'chart' && legend}
    </ChartPanel>
  )
}

interface BarsProps extends Pick<Props, 'title' | 'kind' | 'onPick'> {
  figures: readonly Figure[]
  others: Rest | null
  /** The rest is asked for. */
  onRest: () => void
}

function Bars({ title, kind, figures, others, onPick, onRest }: BarsProps) {
  const [measure, { width }] = useSize<HTMLDivElement>()
  const { still, colors } = useChartLook()
  // A bar of all the rest would dwarf those that one asks about.
  const { figures: bars, rest: smaller } = useMemo(() => barsOf(figures, MOST_BARS), [figures])
  const rest = bothOf(smaller, others)
  const option = useMemo(() => barOption(bars, width, still, colors), [bars, width, still, colors])
  const label = `${title}：${bars.map(({ name, amount }) => `${name} ${formatYuan(amount)} 元`).join('，')}`
  return (
    <div ref={measure}>
      <Chart
        option={option}
        height={barHeight(bars.length)}
        label={label}
        rows={bars.length}
        tipOf={(row) => bars[row] && <Tip name={bars[row].name} amount={bars[row].amount} />}
        onPick={(row) => {
          if (bars[row]) onPick(bars[row])
        }}
      />
      {rest && (
        <button type="button" className={styles.rest} onClick={onRest}>
          其余 {count(rest.count)} 个{kind}合计 {formatYuan(rest.amount)} 元
        </button>
      )}
    </div>
  )
}
