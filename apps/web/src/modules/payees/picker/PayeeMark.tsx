import { type AccountChange, changedAccountMark, changedAccountText } from '@pianzhang/contract/payee-link'
import type { ReactNode } from 'react'
import { IconWarning } from '../../../ui/icons.tsx'
import styles from './payees.module.css'

/** 账号3天前修改, beside a payee's name. `bare`: only its sign, which says so under the pointer and to screen readers. */
export const PayeeMark = ({ change, bare = false }: { change: AccountChange; bare?: boolean }) => (
  <span className={styles.mark} title={changedAccountText(change)}>
    <IconWarning size={13} />
    <span className={bare ? styles.hidden : styles.words}>{changedAccountMark(change)}</span>
  </span>
)

/** A payee's name with the mark of a changed account; where it is too narrow for both, with its sign. */
export const NamedPayee = ({
  name,
  change,
  bare = false,
}: {
  name: ReactNode
  change: AccountChange | null
  bare?: boolean
}) => (
  <span className={bare ? styles.named : `${styles.named} ${styles.roomy}`}>
    <span>{name}</span>
    {change && <PayeeMark change={change} bare={bare} />}
  </span>
)

/** A warning in a form. */
export const PayeeWarning = ({ children }: { children: ReactNode }) => (
  <p className={styles.warning} role="status">
    <IconWarning size={14} />
    <span>{children}</span>
  </p>
)
