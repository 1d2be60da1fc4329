import { ACCENT, OCHRE } from '../../ui/chart/drawing/colors.ts'
import { MoneyText } from '../../ui/MoneyText.tsx'
import styles from './Legend.module.css'

interface Amounts {
  ticketed: string
  unticketed: string
}

const KINDS = [
  { name: '有票', key: 'ticketed', color: ACCENT },
  { name: '无票', key: 'unticketed', color: OCHRE },
] as const

/** Legend of the voucher type colours, with the sum of each where it is given. */
export function Legend({ amounts }: { amounts?: Amounts | undefined }) {
  return (
    <ul className={styles.legend}>
      {KINDS.map(({ name, key, color }) => (
        <li key={name}>
          <i style={{ background: color }} />
          {name}
          {amounts && (
            <>
              金额 <MoneyText amount={amounts[key]} strong />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
