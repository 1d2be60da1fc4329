import { Input, type InputRef } from 'antd'
import type { Ref } from 'react'
import { IconEye } from '../../ui/icons.tsx'
import styles from './contracts.module.css'

interface Props {
  id?: string
  value?: string
  onChange?: (text: string) => void
  /** The number with its middle masked, as the answer has it; '' for none. */
  masked: string
  /** Asks for the full number; undefined: not allowed. */
  onReveal: (() => void) | undefined
  placeholder: string
  ref?: Ref<InputRef>
}

/** A number that stays masked until it is revealed or typed anew: what is typed first replaces all of it. */
export function SecretInput({ id, value = '', onChange, masked, onReveal, placeholder, ref }: Props) {
  const kept = masked !== '' && value === masked
  return (
    <Input
      {...(id && { id })}
      {...(ref && { ref })}
      className="num"
      value={value}
      onChange={({ target }) => onChange?.(target.value)}
      onFocus={({ target }) => kept && target.select()}
      placeholder={placeholder}
      maxLength={200}
      autoComplete="off"
      // Always there: antd replaces the input when a suffix appears, and the focus would be lost.
      suffix={
        kept && onReveal ? (
          <button
            type="button"
            className={styles.eye}
            aria-label="查看完整号码"
            title="查看完整号码"
            onClick={onReveal}
          >
            <IconEye size={16} />
          </button>
        ) : (
          <span />
        )
      }
    />
  )
}
