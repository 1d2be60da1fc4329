import { formatYuan } from '@pianzhang/contract/money'
import { useMemo } from 'react'
import { count } from '../../count.ts'
import { useSize } from '../../page/useSize.ts'
import type { DrawProps } from '../figures/drawProps.ts'
import { barsOf, bothOf } from '../figures/figures.ts'
import styles from './Bars.module.css'
import { type BarShape, barHeight, barShapes, ROW } from './barShapes.ts'
import { Drawing } from './Drawing.tsx'
import { Lines } from './Lines.tsx'
import { Tip } from './Tip.tsx'

/** Eleven figures and the rest. */
const MOST_BARS = 12
const THICKNESS = 14
const ROUND = 2
/** Pixels between a bar and its value. */
const GAP = 5

/** The largest figures of one kind as bars. */
export function Bars({ title, kind, figures, others, onPick, onRest }: DrawProps) {
  const [measure, { width }] = useSize<HTMLDivElement>()
  // No bar for the rest: it would dwarf the named ones.
  const { figures: bars, rest: smaller } = useMemo(() => barsOf(figures, MOST_BARS), [figures])
  const rest = bothOf(smaller, others)
  const shapes = useMemo(() => barShapes(bars, width), [bars, width])
  const label = `${title}：${bars.map(({ name, amount }) => `${name} ${formatYuan(amount)} 元`).join('，')}`
  return (
    <div ref={measure}>
      <Drawing
        width={width}
        height={barHeight(bars.length)}
        label={label}
        tipOf={(row) => bars[row] && <Tip name={bars[row].name} amount={bars[row].amount} />}
        onPick={(row) => {
          if (bars[row]) onPick(bars[row])
        }}
      >
        {shapes.bars.map((bar, index) => (
          <g key={bars[index]?.key} data-index={index}>
            {/* The whole row is clicked, as a bar is too small a target. */}
            <rect y={bar.top} width={width} height={ROW} fill="transparent" />
            <Lines x={0} y={bar.top + ROW / 2} lines={bar.lines} />
            <path
              className={styles.bar}
              style={{ transformOrigin: `${bar.from}px 0` }}
              d={barPath(bar)}
              fill={bar.minus ? 'var(--red)' : bar.color}
            />
            {/* Of a negative bar behind the line of zero, so that the bar has the space left of it. */}
            <Lines
              x={Math.max(bar.from, bar.to) + GAP}
              y={bar.top + ROW / 2}
              lines={[bar.value]}
              className={bar.minus ? styles.minus : undefined}
            />
          </g>
        ))}
        <line
          className={styles.zero}
          x1={shapes.zero}
          x2={shapes.zero}
          y1={barTop(shapes.bars[0])}
          y2={barTop(shapes.bars[0]) + shapes.height}
        />
      </Drawing>
      {rest && (
        <button type="button" className={styles.rest} onClick={onRest}>
          其余 {count(rest.count)} 个{kind}合计 {formatYuan(rest.amount)} 元
        </button>
      )}
    </div>
  )
}

const barTop = (bar: BarShape | undefined): number => bar?.top ?? 0

/** A bar with round corners at its end. */
function barPath({ from, to, top }: BarShape): string {
  const way = to < from ? -1 : 1
  const round = Math.min(ROUND, Math.abs(to - from))
  const y = top + (ROW - THICKNESS) / 2
  const corner = (down: number, x: number) => `a${round} ${round} 0 0 ${way > 0 ? 1 : 0} ${x} ${down}`
  return `M${from} ${y}H${to - way * round}${corner(round, way * round)}v${THICKNESS - 2 * round}${corner(round, -way * round)}H${from}Z`
}
