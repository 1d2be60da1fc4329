import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './Button.module.css'

interface Props extends Omit<ComponentPropsWithRef<'button'>, 'type'> {
  /** `outlined`: bordered in the accent colour. */
  type?: 'default' | 'primary' | 'outlined' | 'text' | 'link' | undefined
  size?: 'small' | undefined
  icon?: ReactNode
  /** Shows a spinner and ignores clicks. */
  loading?: boolean | undefined
  danger?: boolean | undefined
  /** As wide as its container. */
  block?: boolean | undefined
  submit?: boolean | undefined
}

/** The look of antd's button in plain CSS: the first rows are drawn before antd is loaded. */
export function Button({
  type = 'default',
  size,
  icon,
  loading = false,
  danger = false,
  block = false,
  submit = false,
  className,
  children,
  onClick,
  ...rest
}: Props) {
  const mark = loading ? <i className={styles.spinner} aria-hidden="true" /> : icon
  const classes = [
    styles.button,
    styles[type],
    size && styles[size],
    danger && styles.danger,
    block && styles.block,
    loading && styles.loading,
    children === undefined && styles.square,
    className,
  ]
  return (
    <button
      {...rest}
      type={submit ? 'submit' : 'button'}
      className={classes.filter(Boolean).join(' ')}
      aria-busy={loading || undefined}
      onClick={loading ? undefined : onClick}
    >
      {mark}
      {children}
    </button>
  )
}
