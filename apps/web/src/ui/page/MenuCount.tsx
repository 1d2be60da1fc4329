import { count } from '../count.ts'
import styles from './MenuCount.module.css'

const MOST = 999

/** A number beside a page's name in the menu; nothing for 0. `quiet`: it does not wait for the person. */
export const MenuCount = ({ of, quiet = false }: { of: number; quiet?: boolean }) =>
  of > 0 && (
    <span className={`num ${styles.count} ${quiet ? styles.quiet : ''}`}>
      {of > MOST ? `${MOST}+` : count(of)}
    </span>
  )
