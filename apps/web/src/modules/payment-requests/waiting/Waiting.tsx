import { useQuery } from '@tanstack/react-query'
import { count } from '../../../ui/count.ts'
import { countsQuery } from './counts.ts'
import styles from './waiting.module.css'

/** How many requests wait for the person, beside the page's name in the menu. */
export default function Waiting() {
  const { waiting = 0 } = useQuery(countsQuery).data ?? {}
  return waiting > 0 && <span className={`num ${styles.count}`}>{count(waiting)}</span>
}
