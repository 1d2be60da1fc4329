import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { View } from '../../../ui/chart/ChartPanel.tsx'
import { Donut, sliceColors } from '../../../ui/chart/Donut.tsx'
import { FigureTable } from '../../../ui/chart/FigureTable.tsx'
import type { Figure } from '../../../ui/chart/figures.ts'
import { RowSkeleton } from '../../../ui/Loading.tsx'
import { Empty, Failed } from '../../../ui/States.tsx'
import { CARDS, useMedia } from '../../../ui/useMedia.ts'
import { useOnceHint } from '../../../ui/useOnceHint.ts'
import { Hint } from './Hint.tsx'
import styles from './SubjectPanel.module.css'

const NONE: readonly Figure[] = []
export const DONUT_HEIGHT = 264

interface Props {
  title: string
  /** The subject whose parts these are. */
  caption: string
  query: UseQueryResult<Figure[]>
  view: View
  onView: (view: View) => void
  onDown: (code: string) => void
  onDetails: (code: string) => void
}

/** One level: the ring, and where there is room the same figures beside it. */
export function SubjectFigures({ title, caption, query, view, onView, onDown, onDetails }: Props) {
  const narrow = useMedia(CARDS)
  const figures = query.data ?? NONE
  const colors = useMemo(() => sliceColors(figures), [figures])
  const hint = useOnceHint('chart_tips_cost', view === 'chart' && figures.length > 0)
  const down = (figure: Figure) => {
    hint.hide()
    onDown(figure.key)
  }

  if (!query.data)
    return query.error ? (
      <Failed error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    ) : (
      <div className={styles.wait}>
        <RowSkeleton rows={7} columns={[4, 3, 1]} />
      </div>
    )
  if (figures.length === 0) return <Empty text="暂无科目数据" />
  return (
    <div className={view === 'chart' && !narrow ? styles.both : undefined}>
      {view === 'chart' && (
        <div className={styles.ring}>
          <Donut
            title={title}
            caption={caption}
            figures={figures}
            height={DONUT_HEIGHT}
            onPick={down}
            onRest={() => onView('table')}
          />
          {hint.shown && <Hint onClose={hint.hide} />}
        </div>
      )}
      {(view === 'table' || !narrow) && (
        <FigureTable
          className={view === 'chart' ? styles.beside : styles.alone}
          kind="科目"
          label={`${title}表格`}
          figures={figures}
          colorOf={({ key }) => (view === 'chart' ? colors.get(key) : undefined)}
          onPick={down}
          onDetails={({ key }) => onDetails(key)}
        />
      )}
    </div>
  )
}
