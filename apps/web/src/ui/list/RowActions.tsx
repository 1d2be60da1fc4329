import { Button, Dropdown } from 'antd'
import { useRef } from 'react'
import { IconMore } from '../icons.tsx'
import styles from './RowActions.module.css'

export interface RowAction {
  label: string
  onClick: () => void
  /** Red under the pointer. */
  danger?: boolean
}

interface Props {
  /** Which record: every row has the same words. */
  of: string
  actions: readonly RowAction[]
}

/** In a table's last column. The colour comes to the row one is at, not to every row. */
export function RowActions({ of, actions }: Props) {
  return (
    <span className={styles.actions}>
      {actions.map(({ label, onClick, danger }) => (
        <button
          key={label}
          type="button"
          className={danger ? styles.danger : undefined}
          onClick={onClick}
          aria-label={`${label} ${of}`}
        >
          {label}
        </button>
      ))}
    </span>
  )
}

/** The same on a card, behind one button for a thumb. Nothing when nothing may be done. */
export function CardActions({ of, actions }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  if (actions.length === 0) return null
  const items = actions.map(({ label, onClick, danger }) => ({
    key: label,
    label,
    onClick: () => {
      // The menu goes; a dialog returns the focus to where it was.
      button.current?.focus()
      onClick()
    },
    ...(danger ? { danger } : {}),
  }))
  return (
    <Dropdown menu={{ items }} trigger={['click']} autoFocus placement="bottomRight">
      <Button
        ref={button}
        type="text"
        className={styles.more}
        icon={<IconMore />}
        aria-label={`操作 ${of}`}
      />
    </Dropdown>
  )
}
