import { path } from '../../ui/icon.tsx'
import styles from './BellShape.module.css'

export const IconBell = path('M6 16.500V11a6 6 0 0 1 12 0v5.500l1.500 2h-15L6 16.500ZM10 21h4M12 5V3')

/** The bell until its code and its count are there. */
export const BellShape = () => (
  <span className={styles.bell}>
    <IconBell size={18} />
  </span>
)
