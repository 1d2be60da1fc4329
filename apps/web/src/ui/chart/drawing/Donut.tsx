import { formatYuan } from '@pianzhang/contract/money'
import { useMemo } from 'react'
import { useSize } from '../../page/useSize.ts'
import { Empty } from '../../states/States.tsx'
import { type Figure, type Rest, shareOf, slicesOf, sumsOf } from '../figures/figures.ts'
import { colorOf, OTHERS } from './colors.ts'
import styles from './Donut.module.css'
import { Drawing } from './Drawing.tsx'
import { Lines } from './Lines.tsx'
import { emphasis, holeFont, holeText, MOST_SLICES, ringShapes, withRest } from './ringShapes.ts'
import { Tip } from './Tip.tsx'

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
  const shown = useMemo(() => slicesOf(figures, MOST_SLICES, others), [figures, others])
  const { net, positive } = useMemo(() => sumsOf(others ? [...figures, others] : figures), [figures, others])
  const shapes = useMemo(
    () => ringShapes(shown, positive, { width, height }),
    [shown, positive, width, height],
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
          <Drawing
            width={width}
            height={height}
            label={`${title}：${caption} ${formatYuan(net)} 元。${parts.join('；')}`}
            tipOf={tipOf}
            onPick={(index) => {
              const figure = shown.figures[index]
              if (figure) onPick(figure)
              else onRest()
            }}
          >
            <g
              className={styles.slices}
              style={{ '--emphasis': emphasis({ width, height }) } as object}
              transform={`translate(${width / 2} ${height / 2})`}
            >
              {shapes.map(({ path, color, label }, index) => (
                <g key={shown.figures[index]?.key ?? 'rest'} data-index={index}>
                  <path d={path} fill={color} strokeWidth={shapes.length > 1 ? 1.5 : 0} />
                  <polyline points={label.lead.map((point) => point.join()).join(' ')} />
                  <Lines {...label} />
                </g>
              ))}
            </g>
          </Drawing>
          <div className={styles.hole} aria-hidden="true">
            <b
              className={`num ${net.startsWith('-') ? 'red' : ''}`}
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
