import { type AccountChange, changedAccountMark, changedAccountText } from '@pianzhang/contract/payee-link'
import type { ReactNode } from 'react'
import { IconWarning } from '../../../ui/icons.tsx'
import styles from './payees.module.css'

/** A few words beside a name. `bare`: only their sign, which says them under the pointer, there in `whole`, and to screen readers. */
const Mark = ({ words, whole, bare }: { words: string; whole: string; bare: boolean }) => (
  <span className={styles.mark} title={whole}>
    <IconWarning size={13} />
    <span className={bare ? styles.hidden : styles.words}>{words}</span>
  </span>
)

/** 账号3天前修改, beside a payee's name. */
export const PayeeMark = ({ change, bare = false }: { change: AccountChange; bare?: boolean }) => (
  <Mark words={changedAccountMark(change)} whole={changedAccountText(change)} bare={bare} />
)

/** What is said of a payment that another one may repeat. */
export const REPEATED = '疑似重复付款'

/**
 * A payee's name with the mark of a changed account, and in a list of payments that of one that another may repeat; where it is too narrow for the
 * words, with their signs.
 */
export const NamedPayee = ({
  name,
  change,
  repeated = false,
  bare = false,
}: {
  name: ReactNode
  change: AccountChange | null
  repeated?: boolean | undefined
  bare?: boolean
}) => (
  <span className={bare ? styles.named : `${styles.named} ${styles.roomy}`}>
    <span>{name}</span>
    {change && <PayeeMark change={change} bare={bare} />}
    {repeated && (
      <Mark words={REPEATED} whole={`${REPEATED}：7天内同一收款人、同一金额另有付款`} bare={bare} />
    )}
  </span>
)

/** A warning in a form. */
export const PayeeWarning = ({ children }: { children: ReactNode }) => (
  <p className={styles.warning} role="status">
    <IconWarning size={14} />
    <span>{children}</span>
  </p>
)
