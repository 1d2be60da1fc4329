import type { ComponentType, ReactNode } from 'react'
import type { Picture } from '../../../ui/chart/ChartPanel.tsx'
import { Bars } from '../../../ui/chart/drawing/Bars.tsx'
import type { DrawProps } from '../../../ui/chart/figures/drawProps.ts'
import { BARS, RING } from '../../../ui/chart/figures/FigurePanel.tsx'
import { FigureTable } from '../../../ui/chart/figures/FigureTable.tsx'
import type { Figure } from '../../../ui/chart/figures/figures.ts'
import ring from '../../../ui/chart/figures/Ring.module.css'
import { Ring } from '../../../ui/chart/figures/Ring.tsx'
import { CARDS, useMedia } from '../../../ui/page/useMedia.ts'
import styles from './levels.module.css'

interface LevelProps extends DrawProps {
  /** The parent subject of the figures. */
  caption: string
  onDetails: (figure: Figure) => void
  /** Shown above the picture. */
  children?: ReactNode
}

/** How the figures of a level are drawn, with a table of them beside where there is room. */
export interface LevelPicture extends Picture {
  Draw: ComponentType<LevelProps>
}

export const LEVEL_RING: LevelPicture = { ...RING, Draw: Ring }
export const LEVEL_BARS: LevelPicture = { ...BARS, Draw: LevelBars }

function LevelBars({ caption: _, onDetails, children, ...shared }: LevelProps) {
  const narrow = useMedia(CARDS)
  const { title, kind, amounts, figures, others, onPick } = shared
  return (
    <div className={narrow ? undefined : ring.both}>
      <div className={ring.ring}>
        <Bars {...shared} />
        {children}
      </div>
      {!narrow && (
        <FigureTable
          className={styles.beside}
          label={`${title}表格`}
          {...{ kind, amounts, figures, others, onPick, onDetails }}
        />
      )}
    </div>
  )
}
