import { ACCENT, OCHRE } from '../../../ui/chart/look.ts'
import styles from './Legend.module.css'

const KINDS = [
  { name: '有票', color: ACCENT },
  { name: '无票', color: OCHRE },
] as const

/** What the hues of the voucher types tell apart. */
export function Legend() {
  return (
    <ul className={styles.legend}>
      {KINDS.map(({ name, color }) => (
        <li key={name}>
          <i style={{ background: color }} />
          {name}
        </li>
      ))}
    </ul>
  )
}
