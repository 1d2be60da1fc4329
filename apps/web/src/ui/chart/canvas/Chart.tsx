import type { BarSeriesOption, PieSeriesOption } from 'echarts/charts'
import type { GridComponentOption } from 'echarts/components'
import type { ComposeOption, EChartsType } from 'echarts/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useCode } from '../../code/code.ts'
import { CodeFailed } from '../../code/lazy.tsx'
import styles from './Chart.module.css'

export type ChartOption = ComposeOption<BarSeriesOption | PieSeriesOption | GridComponentOption>

interface Props {
  /** Null: the panel is not measured yet. */
  option: ChartOption | null
  height: number
  /** Text alternative of the canvas. */
  label: string
  /** Tooltip for the data item at this index of the series. */
  tipOf: (index: number) => ReactNode
  /** Called with the index of the clicked data item of the series. */
  onPick: (index: number) => void
  /** Number of bars, each clickable in its whole row with name and space, because a 14 px bar is too small a target. */
  rows?: number
}

interface PointerPosition {
  offsetX: number
  offsetY: number
}
interface Hovered extends PointerPosition {
  index: number
}

export const loadECharts = () => import('./echarts.ts')

/** A canvas with its text alternative. ECharts loads with the first chart, in parallel with the figures. */
export function Chart({ option, height, label, tipOf, onPick, rows }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<EChartsType | null>(null)
  const [hovered, setHovered] = useState<Hovered | null>(null)
  const { code: echarts, missing, load } = useCode(loadECharts)
  const pick = useRef(onPick)
  pick.current = onPick

  useEffect(() => {
    const element = box.current
    if (!element || !echarts) return
    const made = echarts.init(element)
    const observer = new ResizeObserver(() => made.resize())
    observer.observe(element)
    setChart(made)
    return () => {
      observer.disconnect()
      made.dispose()
      setChart(null)
    }
  }, [echarts])

  useEffect(() => {
    // Replaces the option instead of merging with the previous level's.
    if (option) chart?.setOption(option, { notMerge: true })
    setHovered(null)
  }, [chart, option])

  useEffect(() => {
    if (!chart) return
    const surface = chart.getZr()
    const leave = () => setHovered(null)
    const rowAt = ({ offsetX, offsetY }: PointerPosition): number | null => {
      const [, row] = [chart.convertFromPixel({ gridIndex: 0 }, [offsetX, offsetY])].flat()
      return typeof row === 'number' && row >= 0 && row < (rows ?? 0) ? row : null
    }
    const hover = (event: PointerPosition) => {
      const index = rowAt(event)
      surface.setCursorStyle(index === null ? 'default' : 'pointer')
      setHovered(index === null ? null : { index, offsetX: event.offsetX, offsetY: event.offsetY })
    }
    const click = (event: PointerPosition) => {
      const index = rowAt(event)
      if (index !== null) pick.current(index)
    }
    if (rows === undefined) {
      chart.on('click', ({ dataIndex }) => pick.current(dataIndex))
      chart.on('mousemove', ({ dataIndex, event }) => {
        if (event) setHovered({ index: dataIndex, offsetX: event.offsetX, offsetY: event.offsetY })
      })
      chart.on('mouseout', leave)
    } else {
      surface.on('mousemove', hover)
      surface.on('click', click)
    }
    surface.on('globalout', leave)
    return () => {
      if (chart.isDisposed()) return
      for (const name of ['click', 'mousemove', 'mouseout']) chart.off(name)
      surface.off('mousemove', hover)
      surface.off('click', click)
      surface.off('globalout', leave)
    }
  }, [chart, rows])

  const shown = hovered && tipOf(hovered.index)
  return (
    <div className={styles.chart} style={{ height }}>
      <div ref={box} className={styles.surface} role="img" aria-label={label} />
      {missing && <CodeFailed missing={missing} load={load} />}
      {shown && (
        <div className={styles.tip} style={beside(hovered, box.current?.clientWidth ?? 0)}>
          {shown}
        </div>
      )}
    </div>
  )
}

/** Below the pointer, on the side that has more room. */
const beside = ({ offsetX, offsetY }: PointerPosition, width: number) => ({
  top: offsetY + 14,
  ...(offsetX < width / 2
    ? { left: Math.max(0, offsetX - 20) }
    : { right: Math.max(0, width - offsetX - 20) }),
})
