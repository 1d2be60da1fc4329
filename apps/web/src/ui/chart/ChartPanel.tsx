import { type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '../Button.tsx'
import { downloadExport } from '../files/download.ts'
import { IconDownload, IconTable } from '../icons.tsx'
import { staleProps } from '../states/stale.ts'
import styles from './ChartPanel.module.css'

/** A way to draw figures. */
export interface Picture {
  key: string
  name: string
  icon: ReactNode
}
/** Key of the table view. */
export const TABLE = 'table'

interface Props {
  title: string
  /** Beside the title: where in a drill-down this is. */
  path?: ReactNode
  /** The key of a picture, or TABLE. */
  view: string
  onView: (view: string) => void
  pictures: readonly Picture[]
  /** Returns the spreadsheet's URL; undefined: not allowed. */
  onExport?: (() => Promise<string | undefined>) | undefined
  /**
   * Whether there is something to show; otherwise neither the choice of pictures nor the export is offered. Undefined: not known yet; both
   * keep their room, as on a phone they take a line of their own.
   */
  filled: boolean | undefined
  /** Whether the panel shows the previous filter's figures. */
  stale?: boolean
  className?: string | undefined
  children: ReactNode
}

/** The frame of a chart: title, the choice of pictures or table, its spreadsheet. */
export function ChartPanel({
  title,
  path,
  view,
  onView,
  pictures,
  onExport,
  filled,
  stale,
  className,
  children,
}: Props) {
  const id = useId()
  return (
    <section className={`${styles.panel} ${className ?? ''}`} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {path}
        {filled !== false && (
          <span className={`${styles.tools} ${filled ? '' : styles.waiting}`}>
            <ViewSwitch title={title} view={view} onView={onView} pictures={pictures} />
            {onExport && <ExportButton title={title} onExport={onExport} />}
          </span>
        )}
      </header>
      <div className={styles.content} {...staleProps(stale)}>
        {children}
      </div>
    </section>
  )
}

function ViewSwitch({
  title,
  view,
  onView,
  pictures,
}: Pick<Props, 'title' | 'view' | 'onView' | 'pictures'>) {
  const one = ({ key, name, icon }: Picture) => (
    <button
      key={key}
      type="button"
      className={styles.view}
      aria-pressed={view === key}
      aria-label={`${title}：${name}`}
      title={name}
      onClick={() => onView(key)}
    >
      {icon}
    </button>
  )
  return (
    <span className={styles.switch}>
      {pictures.map((picture) => one(pictures.length > 1 ? picture : { ...picture, name: '图表' }))}
      {one({ key: TABLE, name: '表格', icon: <IconTable size={14} /> })}
    </span>
  )
}

/** 导出Excel of a panel or of one of its tables. */
export function ExportButton({
  title,
  onExport,
}: {
  title: string
  onExport: () => Promise<string | undefined>
}) {
  const [asking, setAsking] = useState(false)
  const busy = useRef(false)
  const run = async () => {
    if (busy.current) return
    busy.current = true
    setAsking(true)
    await downloadExport(onExport, '开始导出')
    busy.current = false
    setAsking(false)
  }
  return (
    <Button
      type="text"
      size="small"
      className={styles.export}
      icon={<IconDownload size={14} />}
      loading={asking}
      aria-label={`${title}：导出Excel`}
      onClick={() => void run()}
    >
      导出Excel
    </Button>
  )
}
