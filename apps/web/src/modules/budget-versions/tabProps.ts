import type { ReactNode } from 'react'

/** Props of each tab of the page. */
export interface TabProps {
  title: string
  tabs: ReactNode
}
