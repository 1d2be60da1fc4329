import { Input, type InputRef } from 'antd'
import type { ReactNode, Ref } from 'react'
import { IconEye, IconUndo } from '../../../ui/icons.tsx'
import styles from '../contracts.module.css'

interface Props {
  id?: string
  value?: string
  onChange?: (text: string) => void
  /** The number with its middle masked, as in the answer; '' without a number. */
  masked: string
  /** Asks for the full number; undefined: not allowed. */
  onReveal: (() => void) | undefined
  /** Label of the field, also part of its buttons' names: a dialog has several of these fields. */
  label: string
  ref?: Ref<InputRef>
}

/** A number that stays masked until it is revealed or replaced. Focus selects the mask, so typing replaces all of it. */
export function SecretInput({ id, value = '', onChange, masked, onReveal, label, ref }: Props) {
  const kept = masked !== '' && value === masked
  return (
    <Input
      {...(id && { id })}
      {...(ref && { ref })}
      className="num"
      value={value}
      onChange={({ target }) => onChange?.(target.value)}
      onFocus={({ target }) => kept && target.select()}
      placeholder={`请输入${label}`}
      maxLength={200}
      autoComplete="off"
      // Always rendered: antd replaces the input when a suffix appears, and the focus would be lost.
      suffix={
        masked !== '' && !kept ? (
          <IconButton
            name={`恢复原${label}`}
            icon={<IconUndo size={16} />}
            onClick={() => onChange?.(masked)}
          />
        ) : kept && onReveal ? (
          <IconButton name={`查看完整${label}`} icon={<IconEye size={16} />} onClick={onReveal} />
        ) : (
          <span />
        )
      }
    />
  )
}

const IconButton = ({ name, icon, onClick }: { name: string; icon: ReactNode; onClick: () => void }) => (
  <button type="button" className={styles.eye} aria-label={name} title={name} onClick={onClick}>
    {icon}
  </button>
)
