import { type ComponentType, type ReactNode, useState } from 'react'
import { IconBars, IconPie } from '../../icons.tsx'
import { RowSkeleton } from '../../states/Loading.tsx'
import { Empty, Failed } from '../../states/States.tsx'
import { ChartPanel, type Picture, TABLE } from '../ChartPanel.tsx'
import styles from '../drawing/Bars.module.css'
import { Bars } from '../drawing/Bars.tsx'
import type { DrawProps } from './drawProps.ts'
import { FigureTable } from './FigureTable.tsx'
import type { Figures } from './figuresOf.ts'
import ring from './Ring.module.css'
import { Ring } from './Ring.tsx'

interface Drawn extends Picture {
  Draw: ComponentType<DrawProps>
}
export const BARS: Drawn = { key: 'bars', name: '柱状图', icon: <IconBars size={14} />, Draw: Bars }
export const RING: Drawn = { key: 'ring', name: '饼图', icon: <IconPie size={14} />, Draw: Ring }

interface Props extends Pick<DrawProps, 'title' | 'kind' | 'amounts' | 'onPick'>, Figures {
  /** In which forms they are drawn; the first one is shown first. */
  pictures: readonly [Drawn, ...Drawn[]]
  empty: string
  /** The first step, where there are no figures. */
  first?: ReactNode
  onExport?: (() => Promise<string | undefined>) | undefined
  legend?: ReactNode
}

/** Figures of one kind, as pictures and as a table. */
export function FigurePanel({
  title,
  kind,
  amounts,
  pictures,
  empty,
  first,
  figures,
  others,
  stale,
  error,
  onRetry,
  retrying,
  onPick,
  onExport,
  legend,
}: Props) {
  const [view, setView] = useState(pictures[0].key)
  const filled = figures && figures.length > 0
  const drawn = pictures.find(({ key }) => key === view)
  return (
    <ChartPanel
      title={title}
      view={view}
      onView={setView}
      pictures={pictures}
      onExport={onExport}
      filled={filled}
      stale={stale}
    >
      {!figures ? (
        error ? (
          <Failed error={error} onRetry={onRetry} retrying={retrying} />
        ) : (
          <div className={pictures[0] === RING ? ring.wait : undefined}>
            <RowSkeleton rows={8} columns={[2, 3]} />
          </div>
        )
      ) : !filled ? (
        <Empty text={empty}>{first}</Empty>
      ) : drawn ? (
        <drawn.Draw
          title={title}
          kind={kind}
          amounts={amounts}
          figures={figures}
          others={others}
          onPick={onPick}
          onRest={() => setView(TABLE)}
        />
      ) : (
        <FigureTable
          className={styles.table}
          kind={kind}
          amounts={amounts}
          label={`${title}表格`}
          figures={figures}
          others={others}
          onPick={onPick}
        />
      )}
      {filled && drawn && legend}
    </ChartPanel>
  )
}
