import { formatYuan } from '@pianzhang/contract/money'
import type { Forecast } from '@pianzhang/contract/payables'
import { useSize } from '../../../ui/page/useSize.ts'
import { type Bar, barsOf, namedBars, shortDay } from './bars.ts'
import styles from './forecast.module.css'

const LABELS = 22
/** Half the width of a day's name, which is kept inside the chart. */
const HALF = 18

/** The balance at the end of each week; below zero red. */
export function BalanceChart({ data, height }: { data: Forecast; height: number }) {
  const [box, { width }] = useSize<HTMLDivElement>()
  const { zero, bars } = barsOf(data.items, width, height)
  const named = namedBars(bars)
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
              label={named.has(index) ? Math.min(width - HALF, Math.max(HALF, bar.x + bar.width / 2)) : null}
            />
          ))}
          <line className={styles.axis} x1={0} x2={width} y1={zero} y2={zero} />
        </svg>
      )}
    </div>
  )
}

/** `label`: the middle of its day's name; null: it is not named. */
function Column({
  bar: { week, x, width, top, height, below },
  height: full,
  label,
}: {
  bar: Bar
  height: number
  label: number | null
}) {
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
      {label !== null && (
        <text x={label} y={full + 16} textAnchor="middle" className={below ? styles.belowText : ''}>
          {shortDay(week.start_at)}
        </text>
      )}
    </g>
  )
}
