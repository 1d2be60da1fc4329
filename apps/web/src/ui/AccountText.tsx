import { inFours } from '@pianzhang/contract/numbers'
import styles from './AccountText.module.css'

/** An account number in groups of four, a masked one as `**** 1036`. The gaps are CSS, so a copy and a screen reader get the digits alone. */
export const AccountText = ({ number }: { number: string }) => (
  <span className={`num ${styles.account}`}>
    {inFours(number).map((group, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: groups have no other identity
      <span key={at}>{group}</span>
    ))}
  </span>
)
