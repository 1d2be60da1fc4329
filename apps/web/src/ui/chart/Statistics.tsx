import type { ReactNode } from 'react'
import { PageBody, PageHead } from '../page/Page.tsx'
import styles from './Statistics.module.css'

interface Props {
  /** Title of the ledger's page. */
  title: string
  tabs: ReactNode
  children: ReactNode
}

/** The tab 统计 of a ledger: totals and panels, one below the other. */
export const Statistics = ({ title, tabs, children }: Props) => (
  <>
    <PageHead title={title} tabs={tabs} />
    <PageBody tab="first">
      <div className={styles.body}>{children}</div>
    </PageBody>
  </>
)
