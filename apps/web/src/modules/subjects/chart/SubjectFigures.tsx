import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { TABLE } from '../../../ui/chart/ChartPanel.tsx'
import { FigureTable } from '../../../ui/chart/figures/FigureTable.tsx'
import type { Figure, Shown } from '../../../ui/chart/figures/figures.ts'
import ring from '../../../ui/chart/figures/Ring.module.css'
import { Hint } from '../../../ui/chart/Hint.tsx'
import { useOnceHint } from '../../../ui/page/useOnceHint.ts'
import { Empty } from '../../../ui/states/States.tsx'
import type { LevelPicture } from './levelPictures.tsx'
import { Waiting } from './Waiting.tsx'

const NONE: readonly Figure[] = []

interface Props {
  title: string
  marker: string
  picture: LevelPicture
  /** Title of the amounts' column. */
  amounts: string
  /** The parent subject of these figures. */
  caption: string
  query: UseQueryResult<Shown>
  view: string
  onView: (view: string) => void
  onDown: (code: string) => void
  onDetails: (code: string) => void
  /** The first step, where there are no figures. */
  first: ReactNode
}

/** Figures of one subject level. */
export function SubjectFigures({
  title,
  marker,
  picture: { Draw },
  amounts,
  caption,
  query,
  view,
  onView,
  onDown,
  onDetails,
  first,
}: Props) {
  const figures = query.data?.figures ?? NONE
  const hint = useOnceHint(marker, view !== TABLE && figures.length > 0)

  if (!query.data) return <Waiting query={query} columns={[4, 3, 1]} />
  if (figures.length === 0) return <Empty text="暂无科目数据">{first}</Empty>
  const shared = {
    kind: '科目',
    amounts,
    figures,
    others: null,
    onPick: (figure: Figure) => {
      hint.hide()
      onDown(figure.key)
    },
    onDetails: ({ key }: Figure) => onDetails(key),
  }
  return view === TABLE ? (
    <FigureTable {...shared} className={ring.alone} label={`${title}表格`} />
  ) : (
    <Draw {...shared} title={title} caption={caption} onRest={() => onView(TABLE)}>
      {hint.shown && <Hint onClose={hint.hide} />}
    </Draw>
  )
}
