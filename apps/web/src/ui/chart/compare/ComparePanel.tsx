import { type ReactNode, useState } from 'react'
import { IconBars } from '../../icons.tsx'
import { RowSkeleton } from '../../states/Loading.tsx'
import { Empty, Failed } from '../../states/States.tsx'
import { ChartPanel, type Picture, TABLE } from '../ChartPanel.tsx'
import { Bullets, type CompareProps } from './Bullets.tsx'
import { CompareTable } from './CompareTable.tsx'
import { type Amounts, firstOf } from './comparison.ts'

const BULLETS: Picture = { key: 'bars', name: '柱状图', icon: <IconBars size={14} /> }

interface Props extends Omit<CompareProps, 'rows'> {
  title: string
  /** Beside the title: where in a drill-down this is. */
  path?: ReactNode
  /** Undefined: loading or failed. */
  rows: CompareProps['rows'] | undefined
  /** The most rows of the picture; the table has all. */
  most?: number
  /** The sum of all rows, where these are only some; null: not known. */
  total?: Amounts | null | undefined
  empty: string
  /** The first step, where there is nothing to compare. */
  first?: ReactNode
  error: unknown
  onRetry: () => void
  retrying: boolean
  stale?: boolean
  onExport?: (() => Promise<string | undefined>) | undefined
  className?: string | undefined
  /** Over the picture. */
  hint?: ReactNode
  /** Below picture or table. */
  children?: ReactNode
}

/** Budgets against what was used of them, as a picture and as a table. */
export function ComparePanel({
  title,
  path,
  rows,
  rest,
  most = Number.POSITIVE_INFINITY,
  total,
  empty,
  first,
  error,
  onRetry,
  retrying,
  stale = false,
  onExport,
  className,
  hint,
  children,
  ...shared
}: Props) {
  const [view, setView] = useState(BULLETS.key)
  const filled = rows && rows.length > 0
  return (
    <ChartPanel
      title={title}
      path={path}
      view={view}
      onView={setView}
      pictures={[BULLETS]}
      onExport={onExport}
      filled={filled}
      stale={stale}
      className={className}
    >
      {!rows ? (
        error ? (
          <Failed error={error} onRetry={onRetry} retrying={retrying} />
        ) : (
          <RowSkeleton rows={8} columns={[3, 5, 2]} />
        )
      ) : !filled ? (
        <Empty text={empty}>{first}</Empty>
      ) : view === TABLE ? (
        <CompareTable {...shared} rows={rows} rest={rest} label={`${title}表格`} total={total} />
      ) : (
        <>
          {hint}
          <Bullets {...shared} {...firstOf(rows, most, rest)} />
        </>
      )}
      {filled && children}
    </ChartPanel>
  )
}
