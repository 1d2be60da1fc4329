import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { count } from '../../count.ts'
import { Check } from '../../fields/Tick.tsx'
import { IconChevronDown } from '../../icons.tsx'
import { usePopup } from '../../popup/usePopup.ts'
import styles from './AgainFooter.module.css'

/** Which fields the next record takes over from the saved one. */
export interface Keeping {
  /** Called when the choice opens: the fields that can be kept, in the order of the form. */
  fields: () => readonly { name: string; label: string; kept: boolean }[]
  onKeep: (name: string, kept: boolean) => void
}

interface Props {
  /** How many records were saved since the dialog opened; 0: nothing is said. */
  saved?: number
  keeping?: Keeping
}

/** The foot of a dialog that stays open for the next record. `buttons`: 取消 and 确定. */
export function AgainFooter({
  saved = 0,
  keeping,
  disabled,
  onAgain,
  buttons: [cancel, ok],
}: Props & { disabled: boolean; onAgain: () => void; buttons: readonly [ReactNode, ReactNode] }) {
  return (
    <div className={styles.footer}>
      <span className={styles.saved} role="status">
        {saved > 0 && `已保存 ${count(saved)} 条`}
      </span>
      {cancel}
      <Again disabled={disabled} onAgain={onAgain} keeping={keeping} />
      {ok}
    </div>
  )
}

/** 保存并继续, with the choice of what is kept. */
export const Again = ({
  text = '保存并继续',
  disabled,
  onAgain,
  keeping,
}: {
  text?: string | undefined
  disabled: boolean
  onAgain: () => void
  keeping: Keeping | undefined
}) => (
  <span className={styles.again}>
    <Button
      disabled={disabled}
      className={keeping ? (styles.joined ?? '') : ''}
      aria-keyshortcuts="Control+Enter"
      title="Ctrl+Enter"
      onClick={onAgain}
    >
      {text}
    </Button>
    {keeping && <KeepChoice {...keeping} />}
  </span>
)

/** 继续时保留: the panel follows its button in the document, so that Tab leads into it; Esc returns. */
function KeepChoice({ fields, onKeep }: Keeping) {
  const [open, setOpen] = useState(false)
  const [button, panel] = usePopup<HTMLButtonElement, HTMLFieldSetElement>(open, () => setOpen(false), 'end')
  return (
    <>
      <Button
        ref={button}
        className={styles.choice ?? ''}
        icon={<IconChevronDown size={14} />}
        aria-label="继续时保留的内容"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <fieldset ref={panel} className={styles.panel}>
          <legend>继续时保留</legend>
          {fields().map(({ name, label, kept }) => (
            <Check key={name} checked={kept} onChange={({ target }) => onKeep(name, target.checked)}>
              {label}
            </Check>
          ))}
        </fieldset>
      )}
    </>
  )
}
