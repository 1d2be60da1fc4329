import { formatYuan } from '@pianzhang/contract/money'
import { useMemo } from 'react'
import { useSize } from '../../page/useSize.ts'
import { Empty } from '../../states/States.tsx'
import { type Figure, type Rest, shareOf, slicesOf, sumsOf } from '../figures/figures.ts'
import { Chart } from './Chart.tsx'
import styles from './Donut.module.css'
import { colorOf, donutOption, holeFont, holeText, MOST_SLICES, withRest } from './donutOption.ts'
import { OTHERS } from './look.ts'
import { Tip } from './Tip.tsx'
import { useChartLook } from './useChartLook.ts'

interface Props {
  title: string
  /** Caption below the sum in the hole. */
  caption: string
  figures: readonly Figure[]
  /** Items beyond the response's limit: part of 其他 and of the sum. */
  others?: Rest | null
  height: number
  onPick: (figure: Figure) => void
  /** 其他 was clicked. */
  onRest: () => void
}

/** The colour of each figure's slice; negative ones have none, those in 其他 share one. */
export function sliceColors(figures: readonly Figure[]): ReadonlyMap<string, string> {
  const shown = slicesOf(figures, MOST_SLICES).figures.map(({ key }) => key)
  const positive = figures.filter(({ amount }) => !amount.startsWith('-'))
  return new Map(positive.map(({ key }) => [key, shown.includes(key) ? colorOf(shown.indexOf(key)) : OTHERS]))
}

/** Shares of a whole. The sum in the hole includes negative amounts, which have no slice. */
export function Donut({ title, caption, figures, others = null, height, onPick, onRest }: Props) {
  const [measure, { width }] = useSize<HTMLDivElement>()
  const { still, colors } = useChartLook()
  const shown = useMemo(() => slicesOf(figures, MOST_SLICES, others), [figures, others])
  const { net, positive } = useMemo(() => sumsOf(others ? [...figures, others] : figures), [figures, others])
  const option = useMemo(
    () => (width > 0 ? donutOption(shown, positive, { width, height }, still, colors) : null),
    [shown, positive, width, height, still, colors],
  )
  const slices = withRest(shown)
  const parts = slices.map(
    ({ name, amount }) => `${name} ${formatYuan(amount)} 元，${shareOf(amount, positive)}`,
  )
  const tipOf = (index: number) => {
    const slice = slices[index]
    return slice && <Tip {...slice} more={`，占 ${shareOf(slice.amount, positive)}`} />
  }
  return (
    <div ref={measure} className={styles.donut}>
      {shown.figures.length === 0 ? (
        <Empty text="没有大于0的金额，请看表格" />
      ) : (
        <>
          <Chart
            option={option}
            height={height}
            label={`${title}：${caption} ${formatYuan(net)} 元。${parts.join('；')}`}
            tipOf={tipOf}
            onPick={(index) => {
              const figure = shown.figures[index]
              if (figure) onPick(figure)
              else onRest()
            }}
          />
          <div className={styles.hole} aria-hidden="true">
            <b
              className={`num ${net.startsWith('-') ? styles.minus : ''}`}
              style={width > 0 ? { fontSize: holeFont(holeText(net), { width, height }) } : undefined}
            >
              {holeText(net)}
            </b>
            <span>{caption}</span>
          </div>
        </>
      )}
    </div>
  )
}
