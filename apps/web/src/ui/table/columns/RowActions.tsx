import { Button } from '../../Button.tsx'
import { IconMore } from '../../icons.tsx'
import { Menu } from '../../popup/Menu.tsx'
import { TextTip } from '../../popup/TextTip.tsx'
import { toast } from '../../popup/toast.ts'
import styles from './RowActions.module.css'

export interface RowAction {
  label: string
  onClick: () => void
  /** Red under the pointer. */
  danger?: boolean
  /** In a table in the menu at the end of the row, as there is no room for all. */
  more?: boolean
  /** Why it cannot be done now: said in a tooltip, and in a message when it is clicked. */
  refused?: string | undefined
}

interface Props {
  /** Names the record for screen readers, because every row has the same words. */
  of: string
  actions: readonly RowAction[]
}

/** In a table's last column; coloured only in the hovered or focused row. */
export function RowActions({ of, actions }: Props) {
  const more = actions.filter((action) => action.more)
  const shown = (
    <span className={styles.actions}>
      {actions
        .filter((action) => !action.more)
        .map((action) =>
          action.refused ? (
            <TextTip key={action.label} text={() => action.refused}>
              <ActionButton of={of} action={action} />
            </TextTip>
          ) : (
            <ActionButton key={action.label} of={of} action={action} />
          ),
        )}
    </span>
  )
  if (more.length === 0) return shown
  return (
    <span className={styles.both}>
      {shown}
      <ActionMenu of={of} actions={more} className={styles.rest} name="更多操作" />
    </span>
  )
}

const ActionButton = ({ of, action }: { of: string; action: RowAction }) => (
  <button
    type="button"
    className={action.danger ? styles.danger : undefined}
    // Not `disabled`, because the button must be focusable: the reason is for the keyboard too.
    aria-disabled={action.refused ? true : undefined}
    aria-label={`${action.label} ${of}${action.refused ? `：${action.refused}` : ''}`}
    onClick={() => run(action)}
  >
    {action.label}
  </button>
)

const run = ({ refused, onClick }: RowAction) => (refused ? toast.warning(refused) : onClick())

/** Row actions on a card, in one menu. Renders nothing without actions. */
export const CardActions = ({ of, actions }: Props) =>
  actions.length > 0 && <ActionMenu of={of} actions={actions} className={styles.more} name="操作" />

const ActionMenu = ({
  of,
  actions,
  className,
  name,
}: Props & { className: string | undefined; name: string }) => (
  <Menu
    align="end"
    items={actions.map(({ label, danger = false }) => ({ key: label, label, danger }))}
    onChoose={(key) => {
      const chosen = actions.find(({ label }) => label === key)
      if (chosen) run(chosen)
    }}
  >
    {(button) => (
      <Button
        {...button}
        type="text"
        className={className}
        icon={<IconMore />}
        aria-label={`${name} ${of}`}
      />
    )}
  </Menu>
)
