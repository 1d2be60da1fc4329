import { Button, Checkbox, Dropdown, Popover } from 'antd'
import type { ReactNode } from 'react'
import { count } from './count.ts'
import styles from './DataTable.module.css'
import { IconDensity, IconSettings } from './icons.tsx'

export const DENSITIES = [
  { key: 'small', label: '紧凑', height: 32 },
  { key: 'middle', label: '标准', height: 36 },
  { key: 'large', label: '宽松', height: 40 },
] as const

interface Props {
  total: number | undefined
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
export function TableBar({ total, selection, idle, density, onDensity, columns, hidden, onHidden }: Props) {
  const chosen = columns.filter((column) => !hidden.includes(column.key)).map((column) => column.key)
  return (
    <div className={`${styles.bar} ${selection ? styles.chosen : ''}`}>
      <div className={styles.barMain} role="status">
        {selection ??
          (total === undefined ? null : (
            <>
              <span className={`num ${styles.sumNote}`}>共 {count(total)} 条</span>
              {idle}
            </>
          ))}
      </div>
      <Dropdown
        trigger={['click']}
        menu={{
          items: DENSITIES.map(({ key, label }) => ({ key, label })),
          selectable: true,
          selectedKeys: [density],
          onClick: ({ key }) => onDensity(key),
        }}
      >
        <Button type="text" size="small" icon={<IconDensity />} aria-label="行高" />
      </Dropdown>
      <Popover
        trigger="click"
        placement="bottomRight"
        content={
          <Checkbox.Group
            className={styles.columns}
            value={chosen}
            options={columns.map(({ key, title }) => ({ value: key, label: title }))}
            // The last one stays: a table of nothing but numbers and buttons says nothing.
            onChange={(keys) =>
              keys.length > 0 &&
              onHidden(columns.map((column) => column.key).filter((key) => !keys.includes(key)))
            }
          />
        }
      >
        <Button type="text" size="small" icon={<IconSettings />}>
          列设置
        </Button>
      </Popover>
    </div>
  )
}
