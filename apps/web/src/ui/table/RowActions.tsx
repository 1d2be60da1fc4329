import { Button } from '../Button.tsx'
import { IconMore } from '../icons.tsx'
import { Menu } from '../popup/Menu.tsx'
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

/** In a table's last column; coloured only in the hovered or focused row. */
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

/** Row actions on a card, in one menu. Renders nothing without actions. */
export function CardActions({ of, actions }: Props) {
  if (actions.length === 0) return null
  return (
    <Menu
      align="end"
      items={actions.map(({ label, danger = false }) => ({ key: label, label, danger }))}
      onChoose={(key) => actions.find(({ label }) => label === key)?.onClick()}
    >
      {(button) => (
        <Button
          {...button}
          type="text"
          className={styles.more}
          icon={<IconMore />}
          aria-label={`操作 ${of}`}
        />
      )}
    </Menu>
  )
}
