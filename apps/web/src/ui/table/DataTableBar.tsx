import { type ReactNode, useState } from 'react'
import { Button } from '../Button.tsx'
import { count } from '../count.ts'
import { Check } from '../fields/Tick.tsx'
import { IconDensity, IconSettings } from '../icons.tsx'
import { Menu } from '../popup/Menu.tsx'
import { usePopup } from '../popup/usePopup.ts'
import { staleProps } from '../states/stale.ts'
import { type DataColumn, isShown } from './column.ts'
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
  columns: readonly Pick<DataColumn<never>, 'key' | 'title' | 'fixed' | 'beginsHidden'>[]
  /** See `isShown`. */
  switched: readonly string[]
  onSwitched: (switched: string[]) => void
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
  switched,
  onSwitched,
}: Props) {
  return (
    <div className={`${styles.bar} ${selection ? styles.selected : ''}`}>
      <div className={styles.barMain} role="status">
        {selection ??
          (total === undefined ? null : (
            <>
              <span className="num muted" {...staleProps(stale)}>
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
      <ColumnChoice columns={columns} switched={switched} onSwitched={onSwitched} />
    </div>
  )
}

/** 列设置. The panel follows its button in the document, so that Tab leads into it; Esc returns. */
function ColumnChoice({ columns, switched, onSwitched }: Pick<Props, 'columns' | 'switched' | 'onSwitched'>) {
  const [open, setOpen] = useState(false)
  const [button, panel] = usePopup<HTMLButtonElement, HTMLFieldSetElement>(open, () => setOpen(false), 'end')
  const visibleKeys = columns.filter((column) => isShown(column, switched)).map((column) => column.key)
  const toggle = (key: string, on: boolean) => {
    // The last column cannot be hidden: numbers and buttons alone identify no row.
    if (!on && visibleKeys.length === 1) return
    onSwitched(switched.includes(key) ? switched.filter((one) => one !== key) : [...switched, key])
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
