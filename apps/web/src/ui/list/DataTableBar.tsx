import { Button, Checkbox, Dropdown, Popover } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { count } from '../count.ts'
import { IconDensity, IconSettings } from '../icons.tsx'
import { besideButton } from '../popup.ts'
import { staleProps } from '../stale.ts'
import styles from './DataTable.module.css'

export const DENSITIES = [
  { key: 'small', label: '紧凑', height: 32 },
  { key: 'middle', label: '标准', height: 36 },
  { key: 'large', label: '宽松', height: 40 },
] as const

interface Props {
  total: number | undefined
  /** `total` is of the former filter. */
  stale: boolean | undefined
  /** Null: nothing is selected. */
  selection: ReactNode
  idle: ReactNode
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
  density,
  onDensity,
  columns,
  hidden,
  onHidden,
}: Props) {
  const densityButton = useRef<HTMLButtonElement>(null)
  return (
    <div className={`${styles.bar} ${selection ? styles.chosen : ''}`}>
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
      <Dropdown
        trigger={['click']}
        autoFocus
        menu={{
          items: DENSITIES.map(({ key, label }) => ({ key, label })),
          selectable: true,
          selectedKeys: [density],
          onClick: ({ key }) => {
            onDensity(key)
            // After the menu, which goes and would take the focus along.
            setTimeout(() => densityButton.current?.focus())
          },
        }}
      >
        <Button ref={densityButton} type="text" size="small" icon={<IconDensity />} aria-label="行高" />
      </Dropdown>
      <ColumnChoice columns={columns} hidden={hidden} onHidden={onHidden} />
    </div>
  )
}

/** 列设置. The panel stands behind its button in the page, so that Tab leads into it, and Esc leads back. */
function ColumnChoice({ columns, hidden, onHidden }: Pick<Props, 'columns' | 'hidden' | 'onHidden'>) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const chosen = columns.filter((column) => !hidden.includes(column.key)).map((column) => column.key)
  const onOpenChange = (next: boolean) => {
    if (!next && panel.current?.contains(document.activeElement)) button.current?.focus()
    setOpen(next)
  }
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      getPopupContainer={besideButton}
      open={open}
      onOpenChange={onOpenChange}
      content={
        <div ref={panel}>
          <Checkbox.Group
            className={styles.columns}
            aria-label="列设置"
            value={chosen}
            options={columns.map(({ key, title }) => ({ value: key, label: title }))}
            // The last one stays: a table of nothing but numbers and buttons says nothing.
            onChange={(keys) =>
              keys.length > 0 &&
              onHidden(columns.map((column) => column.key).filter((key) => !keys.includes(key)))
            }
          />
        </div>
      }
    >
      <Button ref={button} type="text" size="small" icon={<IconSettings />} aria-expanded={open}>
        列设置
      </Button>
    </Popover>
  )
}
