import { ACCENT, OCHRE } from '../../ui/chart/look.ts'
import styles from './Legend.module.css'

const KINDS = [
  { name: '有票', color: ACCENT },
  { name: '无票', color: OCHRE },
] as const

/** Legend of the voucher type colours. */
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
