import { type ReactNode, useMemo } from 'react'
import { CARDS, useMedia } from '../../page/useMedia.ts'
import { Donut, sliceColors } from '../drawing/Donut.tsx'
import type { DrawProps } from './drawProps.ts'
import { FigureTable } from './FigureTable.tsx'
import type { Figure } from './figures.ts'
import { Legend } from './Legend.tsx'
import styles from './Ring.module.css'

export const RING_HEIGHT = 252
const NARROW_HEIGHT = 220

interface Props extends DrawProps {
  /** Caption below the sum in the hole. */
  caption?: string
  /** Opens the details behind a row of the table, where a click on its name does something else. */
  onDetails?: (figure: Figure) => void
  /** Over the ring. */
  children?: ReactNode
}

/** A ring, and where there is room the same figures beside it. */
export function Ring({
  title,
  kind,
  amounts,
  caption = `全部${kind}`,
  figures,
  others,
  onPick,
  onRest,
  onDetails,
  children,
}: Props) {
  const narrow = useMedia(CARDS)
  const colors = useMemo(() => sliceColors(figures), [figures])
  return (
    <div className={narrow ? undefined : styles.both}>
      <div className={styles.ring}>
        <Donut
          title={title}
          caption={caption}
          figures={figures}
          others={others}
          height={narrow ? NARROW_HEIGHT : RING_HEIGHT}
          onPick={onPick}
          onRest={onRest}
        />
        {children}
      </div>
      {narrow ? (
        <Legend figures={figures} others={others} colors={colors} onPick={onPick} onRest={onRest} />
      ) : (
        <FigureTable
          className={styles.beside}
          kind={kind}
          amounts={amounts}
          label={`${title}表格`}
          figures={figures}
          others={others}
          colorOf={({ key }) => colors.get(key)}
          onPick={onPick}
          {...(onDetails && { onDetails })}
        />
      )}
    </div>
  )
}
