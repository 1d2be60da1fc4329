import { type ReactNode, useState } from 'react'
import { Button } from '../Button.tsx'
import { count } from '../count.ts'
import { Check } from '../fields/Tick.tsx'
import { IconDensity, IconSettings } from '../icons.tsx'
import { Menu } from '../popup/Menu.tsx'
import { usePopup } from '../popup/usePopup.ts'
import { staleProps } from '../states/stale.ts'
import styles from './DataTable.module.css'

export const DENSITIES = [
  { key: 'small', label: '紧凑', height: 32 },
  { key: 'middle', label: '标准', height: 36 },
  { key: 'large', label: '宽松', height: 40 },
] as const

interface Props {
  total: number | undefined
  /** Whether `total` is of the previous filter. */
  stale: boolean | undefined
  /** Null: nothing is selected. */
  selection: ReactNode
  idle: ReactNode
  tools: ReactNode
  density: string
  onDensity: (key: string) => void
  columns: readonly { key: string; title: string }[]
  hidden: readonly string[]
  onHidden: (keys: string[]) => void
}

/** Above the head, always of one height so that nothing jumps when rows are selected. */
export function TableBar({
  total,
  stale,
  selection,
  idle,
  tools,
  density,
  onDensity,
  columns,
  hidden,
  onHidden,
}: Props) {
  return (
    <div className={`${styles.bar} ${selection ? styles.selected : ''}`}>
      <div className={styles.barMain} role="status">
        {selection ??
          (total === undefined ? null : (
            <>
              <span className={`num ${styles.sumNote}`} {...staleProps(stale)}>
                共 {count(total)} 条
              </span>
              {idle}
            </>
          ))}
      </div>
      {tools}
      <Menu
        align="end"
        items={DENSITIES.map(({ key, label }) => ({ key, label }))}
        selected={density}
        onChoose={onDensity}
      >
        {(button) => <Button {...button} type="text" size="small" icon={<IconDensity />} aria-label="行高" />}
      </Menu>
      <ColumnChoice columns={columns} hidden={hidden} onHidden={onHidden} />
    </div>
  )
}

/** 列设置. The panel follows its button in the document, so that Tab leads into it; Esc returns. */
function ColumnChoice({ columns, hidden, onHidden }: Pick<Props, 'columns' | 'hidden' | 'onHidden'>) {
  const [open, setOpen] = useState(false)
  const [button, panel] = usePopup<HTMLButtonElement, HTMLFieldSetElement>(open, () => setOpen(false), 'end')
  const visibleKeys = columns.filter((column) => !hidden.includes(column.key)).map((column) => column.key)
  const toggle = (key: string, on: boolean) => {
    const keys = columns.map((column) => column.key)
    const next = keys.filter((one) => (one === key ? on : visibleKeys.includes(one)))
    // The last column cannot be hidden: numbers and buttons alone identify no row.
    if (next.length > 0) onHidden(keys.filter((one) => !next.includes(one)))
  }
  return (
    <>
      <Button
        ref={button}
        type="text"
        size="small"
        icon={<IconSettings />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        列设置
      </Button>
      {open && (
        <fieldset ref={panel} className={styles.columns} aria-label="列设置">
          {columns.map(({ key, title }) => (
            <Check
              key={key}
              checked={visibleKeys.includes(key)}
              onChange={(event) => toggle(key, event.target.checked)}
            >
              {title}
            </Check>
          ))}
        </fieldset>
      )}
    </>
  )
}
