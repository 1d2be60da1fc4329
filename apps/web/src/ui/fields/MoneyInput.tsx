import { AMOUNT_TEXTS, formatYuan, yuan } from '@pianzhang/contract/money'
import { parseField } from '@pianzhang/contract/money-field'
import { Input, type InputRef } from 'antd'
import { type ComponentProps, type Ref, useLayoutEffect, useRef, useState } from 'react'
import { useMedia } from '../page/useMedia.ts'
import styles from './MoneyInput.module.css'

type Own = 'value' | 'onChange' | 'onFocus' | 'defaultValue' | 'type'
interface Props extends Omit<ComponentProps<typeof Input>, Own | 'ref'> {
  /** The typed text; after a blur with a valid amount, yuan with two decimals ("1234.50"). */
  value?: string
  onChange?: (text: string) => void
  /** Called on blur when the text is no amount, or zero where that is none; `message` says why. */
  onUnreadable?: (message: string) => void
  /** Zero is no amount. */
  nonZero?: boolean
  /** Only positive amounts are valid: no button for the sign. */
  positive?: boolean
  ref?: Ref<InputRef>
}

/** Normalizes on blur: `=12*30` becomes "360.00"; invalid text stays for the form to report. */
function settle(text: string): string {
  const { fen } = parseField(text)
  return fen === undefined ? text.trim() : yuan(fen)
}

/** Flips the sign after evaluating a formula; an invalid one stays for the form to report. */
function turned(text: string): string {
  const plain = /^[=＝]/.test(text.trim()) ? settle(text) : text.trim()
  if (/^[=＝]/.test(plain)) return text
  return /^[-−－]/.test(plain) ? plain.slice(1) : `-${plain.replace(/^[+＋]/, '')}`
}

/**
 * An amount. Accepts separators, full-width digits and `=12*30`; shows separators only while it is not being edited,
 * so that an inserted digit never leaves a comma in a wrong place.
 */
export function MoneyInput({
  value = '',
  onChange,
  onUnreadable,
  nonZero = false,
  positive = false,
  onKeyDown,
  onBlur,
  className,
  ref,
  ...rest
}: Props) {
  const [typing, setTyping] = useState(false)
  const entered = useRef<{ field: HTMLInputElement; typed: boolean } | null>(null)
  // A layout effect runs as soon as React has replaced the formatted amount by plain text. So the whole text is selected before the next
  // key, and fast typing after Tab replaces it.
  useLayoutEffect(() => {
    if (typing) entered.current?.field.select()
  }, [typing])
  const minus = value.startsWith('-')
  // A phone's decimal keypad has no minus, so a button flips the sign.
  const thumb = useMedia('(pointer: coarse)')
  return (
    <Input
      {...rest}
      ref={ref}
      className={[styles.money, minus && !typing ? 'red' : '', className ?? ''].filter(Boolean).join(' ')}
      inputMode="decimal"
      autoComplete="off"
      maxLength={200}
      value={typing ? value : formatYuan(value)}
      prefix={
        thumb &&
        !positive && (
          <button
            type="button"
            className={styles.sign}
            aria-label="正负号"
            // Prevents blur, so that the on-screen keypad stays open.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChange?.(turned(value))}
          >
            ±
          </button>
        )
      }
      onChange={(event) => {
        if (entered.current) entered.current.typed = true
        onChange?.(event.target.value)
      }}
      onFocus={(event) => {
        setTyping(true)
        const entry = { field: event.target, typed: false }
        entered.current = entry
        // Selects again in the next frame, because a click moves the caret after `focus` has fired. Not when something was typed in
        // between.
        requestAnimationFrame(() => {
          if (document.activeElement === entry.field && !entry.typed) entry.field.select()
        })
      }}
      onBlur={(event) => {
        setTyping(false)
        const settled = settle(value)
        if (settled !== value) onChange?.(settled)
        const { error, fen } = parseField(value)
        if (error !== undefined && value.trim() !== '') onUnreadable?.(error)
        else if (nonZero && fen === 0n) onUnreadable?.(AMOUNT_TEXTS.zero)
        // The form validates on blur, so its handler runs after the evaluated amount is set.
        onBlur?.(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
          const settled = settle(value)
          if (settled !== value) onChange?.(settled)
        }
        onKeyDown?.(event)
      }}
    />
  )
}
