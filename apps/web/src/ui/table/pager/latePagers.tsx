import { withAntd } from '../../antd/withAntd.tsx'
import { later } from '../../code/later.tsx'
import styles from '../DataTable.module.css'

/** antd's pagers, loaded after the first rows are painted. */
export const Pager = later(
  withAntd(async () => ({ default: (await import('./Pager.tsx')).Pager })),
  () => <span className={styles.pagerShape} />,
)
export const CardPager = later(
  withAntd(async () => ({ default: (await import('./Pager.tsx')).CardPager })),
  ({ className }) => <span className={className} />,
)
