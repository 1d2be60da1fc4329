import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ChartPanel } from '../../../ui/chart/ChartPanel.tsx'
import type { Shown } from '../../../ui/chart/figures/figures.ts'
import styles from '../../../ui/chart/figures/Ring.module.css'
import { Crumbs } from '../../../ui/page/Crumbs.tsx'
import { useSubjects } from '../picker/selects.ts'
import { labels } from '../picker/subjects.ts'
import { LEVEL_RING, type LevelPicture } from './levelPictures.tsx'
import type { SubjectPath } from './levels.ts'
import { SubjectFigures } from './SubjectFigures.tsx'

const ROOT = '全部科目'

/** The level-three subject that the chart has opened. */
interface Deepest {
  subject: string
  /** Name of the subject. */
  caption: string
  view: string
}

interface Props {
  title: string
  /** A ring by default. */
  picture?: LevelPicture
  /** Title of the amounts' column. */
  amounts?: string
  /** Key under which the browser remembers that the chart's hint was shown. */
  marker: string
  path: SubjectPath
  /** The figures of the path's level. */
  query: UseQueryResult<Shown>
  onShow: (path: SubjectPath) => void
  /** Opens the records of a subject of any level. */
  onDetails: (code: string) => void
  /** Returns the spreadsheet's URL; undefined: not allowed. */
  onExport: (() => Promise<string | undefined>) | undefined
  /** The first step, where there is nothing on any subject. */
  first?: ReactNode
  /** Content for a level-three subject; without it a click on such a subject opens its records. */
  deepest?: (shown: Deepest) => ReactNode
}

/** Amounts by subject, level by level. */
export function SubjectPanel({
  title,
  picture = LEVEL_RING,
  amounts = '付款金额（元）',
  marker,
  path,
  query,
  onShow,
  onDetails,
  onExport,
  first,
  deepest,
}: Props) {
  const [view, setView] = useState(picture.key)
  const { items: tree } = useSubjects()
  const { subject_one_code: one, subject_two_code: two } = path
  const three = deepest && path.subject_three_code

  const names = labels(tree ?? [])
  const nameOf = (code: string) => names.get(code)?.name ?? (tree ? '未知科目' : '…')
  const crumb = (code: string | undefined, below: SubjectPath) =>
    code === undefined
      ? []
      : [
          {
            key: code,
            text: `${names.get(code)?.number ?? ''} ${nameOf(code)}`.trim(),
            onClick: () => onShow(below),
          },
        ]
  const up = { subject_two_code: undefined, subject_three_code: undefined }
  const crumbs = [
    { key: 'all', text: ROOT, onClick: () => onShow({ ...up, subject_one_code: undefined }) },
    ...crumb(one, up),
    ...crumb(two, { subject_three_code: undefined }),
    ...crumb(three, {}),
  ]
  const last = three ?? two ?? one
  const caption = last === undefined ? ROOT : nameOf(last)

  const down = (code: string) => {
    if (one === undefined) onShow({ subject_one_code: code })
    else if (two === undefined) onShow({ subject_two_code: code })
    else if (deepest) onShow({ subject_three_code: code })
    else onDetails(code)
  }

  return (
    <ChartPanel
      title={title}
      path={<Crumbs label="科目层级" crumbs={crumbs} />}
      view={view}
      onView={setView}
      pictures={[picture]}
      onExport={onExport}
      filled={three !== undefined || (query.data && query.data.figures.length > 0)}
      className={styles.panel}
    >
      {three === undefined ? (
        <SubjectFigures
          title={title}
          marker={marker}
          picture={picture}
          amounts={amounts}
          caption={caption}
          query={query}
          view={view}
          onView={setView}
          onDown={down}
          onDetails={onDetails}
          first={one === undefined && first}
        />
      ) : (
        deepest?.({ subject: three, caption, view })
      )}
    </ChartPanel>
  )
}
