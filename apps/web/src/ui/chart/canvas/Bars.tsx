import { formatYuan } from '@pianzhang/contract/money'
import { useMemo } from 'react'
import { count } from '../../count.ts'
import { useSize } from '../../page/useSize.ts'
import type { DrawProps } from '../figures/drawProps.ts'
import { barsOf, bothOf } from '../figures/figures.ts'
import styles from './Bars.module.css'
import { barHeight, barOption } from './barOption.ts'
import { Chart } from './Chart.tsx'
import { Tip } from './Tip.tsx'
import { useChartLook } from './useChartLook.ts'

/** Eleven figures and the rest. */
const MOST_BARS = 12

/** The largest figures of one kind as bars. */
export function Bars({ title, kind, figures, others, onPick, onRest }: DrawProps) {
  const [measure, { width }] = useSize<HTMLDivElement>()
  const { still, colors } = useChartLook()
  // No bar for the rest: it would dwarf the named ones.
  const { figures: bars, rest: smaller } = useMemo(() => barsOf(figures, MOST_BARS), [figures])
  const rest = bothOf(smaller, others)
  const option = useMemo(
    () => (width > 0 ? barOption(bars, width, still, colors) : null),
    [bars, width, still, colors],
  )
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
