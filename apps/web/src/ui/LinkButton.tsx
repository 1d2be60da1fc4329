import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './Button.module.css'

interface Props {
  to: string
  search?: object
  type?: 'default' | 'primary'
  children: ReactNode
}

/** A link that looks like a button: it opens in another tab, and is read out as a link. */
export const LinkButton = ({ to, search = {}, type = 'default', children }: Props) => (
  <Link to={to as never} search={search as never} className={`${styles.button} ${styles[type]}`}>
    {children}
  </Link>
)
