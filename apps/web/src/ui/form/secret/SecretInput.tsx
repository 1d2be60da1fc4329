import { Input, type InputRef } from 'antd'
import { type ReactNode, type Ref, useLayoutEffect, useRef, useState } from 'react'
import { IconEye, IconUndo } from '../../icons.tsx'
import styles from './secret.module.css'

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
  /** How the number is shown while nobody types in it. */
  shown?: (number: string) => string
  ref?: Ref<InputRef>
}

/** A number that stays masked until it is revealed or replaced. Focus selects the mask, so typing replaces all of it. */
export function SecretInput({
  id,
  value = '',
  onChange,
  masked,
  onReveal,
  label,
  shown = (number) => number,
  ref,
}: Props) {
  const [typing, setTyping] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const kept = masked !== '' && value === masked
  // After React has replaced the groups by the plain number, as that moves the caret.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit, not when the mask is replaced
  useLayoutEffect(() => {
    if (typing && kept) field.current?.select()
  }, [typing])
  return (
    <Input
      {...(id && { id })}
      {...(ref && { ref })}
      className="num"
      value={typing ? value : shown(value)}
      onChange={({ target }) => onChange?.(target.value)}
      onFocus={({ target }) => {
        field.current = target
        setTyping(true)
      }}
      onBlur={() => setTyping(false)}
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
