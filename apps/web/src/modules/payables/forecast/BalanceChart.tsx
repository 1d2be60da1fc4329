import { formatYuan } from '@pianzhang/contract/money'
import type { Forecast } from '@pianzhang/contract/payables'
import { useSize } from '../../../ui/page/useSize.ts'
import { type Bar, barsOf, shortDay } from './bars.ts'
import styles from './forecast.module.css'

const LABELS = 22

/** The balance at the end of each week; below zero red. */
export function BalanceChart({ data, height }: { data: Forecast; height: number }) {
  const [box, { width }] = useSize<HTMLDivElement>()
  const { zero, bars } = barsOf(data.items, width, height)
  const last = bars.length - 1
  const gap = bars.findIndex(({ below }) => below)
  // The ends and the gap are named, where they do not meet; a wide chart names more.
  const every = Math.ceil(52 / Math.max(1, width / Math.max(1, bars.length)))
  const isNamed = (index: number) =>
    index === gap ||
    (gap >= 0 && Math.abs(index - gap) < every
      ? false
      : index === last || (index % every === 0 && last - index >= every))
  return (
    <div
      ref={box}
      className={styles.chart}
      role="img"
      aria-label={`每周末余额：${data.items.map(({ start_at, balance_yuan }) => `${shortDay(start_at)} 起一周 ${formatYuan(balance_yuan)}`).join('，')}`}
    >
      {width > 0 && (
        <svg width={width} height={height + LABELS} aria-hidden="true" className="num">
          {bars.map((bar, index) => (
            <Column
              key={bar.week.start_at}
              bar={bar}
              height={height}
              named={isNamed(index) ? (index === 0 ? 'start' : index === last ? 'end' : 'middle') : null}
            />
          ))}
          <line className={styles.axis} x1={0} x2={width} y1={zero} y2={zero} />
        </svg>
      )}
    </div>
  )
}

/** `named`: where its day stands; null: nowhere. */
function Column({
  bar: { week, x, width, top, height, below },
  height: full,
  named,
}: {
  bar: Bar
  height: number
  named: 'start' | 'middle' | 'end' | null
}) {
  const at = { start: x, middle: x + width / 2, end: x + width }
  return (
    <g>
      <title>{`${week.start_at} 至 ${week.end_at} 余额 ${formatYuan(week.balance_yuan)} 元`}</title>
      <rect
        className={below ? styles.below : styles.bar}
        x={x}
        y={top}
        width={width}
        height={height}
        rx={1.5}
      />
      {named && (
        <text x={at[named]} y={full + 16} textAnchor={named} className={below ? styles.belowText : ''}>
          {shortDay(week.start_at)}
        </text>
      )}
    </g>
  )
}
