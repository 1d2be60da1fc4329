import type { DailyCosts } from '@pianzhang/contract/cost-report'
import { fenOf, formatYuan, percentOf, short } from '@pianzhang/contract/money'
import { useSize } from '../../../ui/page/useSize.ts'
import { curveOf } from './curve.ts'
import styles from './daily.module.css'

const HEIGHT = 150
const TOP = 26
const TICKS = 14
const RIGHT = 104

/** Cumulative cost against the budget, with a tick for each shooting day. */
export function CurveChart({ data }: { data: DailyCosts }) {
  const [box, { width }] = useSize<HTMLDivElement>()
  const curve = curveOf(data, Math.max(0, width - RIGHT), HEIGHT)
  const { budget_yuan, spent_yuan, shooting_days } = data
  const end = curve?.points.at(-1)
  const first = curve?.shooting[0]
  const share = fenOf(budget_yuan) > 0n ? percentOf(fenOf(spent_yuan), fenOf(budget_yuan)) : null
  return (
    <div
      ref={box}
      className={styles.chart}
      role="img"
      aria-label={`累计发生 ${formatYuan(spent_yuan)} 元，现行预算 ${formatYuan(budget_yuan)} 元，拍摄 ${shooting_days} 天`}
    >
      {curve && end && width > RIGHT && (
        <svg width={width} height={TOP + HEIGHT + TICKS + 24} aria-hidden="true" className="num">
          <g transform={`translate(0 ${TOP})`}>
            <path
              className={styles.area}
              d={`${line(curve.points)}L${end.x} ${curve.zero}L0 ${curve.zero}Z`}
            />
            <line className={styles.axis} x1={0} x2={width - RIGHT} y1={curve.zero} y2={curve.zero} />
            <line
              className={styles.budgetLine}
              x1={0}
              x2={width - RIGHT}
              y1={curve.budget}
              y2={curve.budget}
            />
            <text x={0} y={curve.budget - 8}>
              现行预算 {short(budget_yuan)}
            </text>
            {first && (
              <>
                <line className={styles.axis} x1={first.x} x2={first.x} y1={0} y2={curve.zero} />
                <text {...beside(first.x, width - RIGHT)} y={14 + Math.max(0, curve.budget)}>
                  第{first.day_no}天 {first.day}
                </text>
              </>
            )}
            <path className={styles.line} d={line(curve.points)} />
            <circle className={styles.end} cx={end.x} cy={end.y} r={3.5} />
            <text x={end.x + 10} y={end.y - 2} className={styles.strong}>
              {short(spent_yuan)}
            </text>
            {share && (
              <text x={end.x + 10} y={end.y + 14}>
                占预算 {share}
              </text>
            )}
            {curve.shooting.map(({ x, width: tick, day }) => (
              <rect key={day} className={styles.tick} x={x} y={HEIGHT + 4} width={tick} height={7} />
            ))}
            {shooting_days > 0 && (
              <text x={width - RIGHT + 10} y={HEIGHT + 12}>
                拍摄 {shooting_days} 天
              </text>
            )}
            {curve.months.map(({ x, text }, index) =>
              index > 0 && x - (curve.months[index - 1]?.x ?? 0) < 56 ? null : (
                <text key={text} x={x} y={HEIGHT + TICKS + 16}>
                  {text}
                </text>
              ),
            )}
          </g>
        </svg>
      )}
    </div>
  )
}

const line = (points: readonly { x: number; y: number }[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

/** A text beside a line, on the side with room. */
const beside = (x: number, width: number) =>
  x > width - 120 ? { x: x - 6, textAnchor: 'end' as const } : { x: x + 6 }
