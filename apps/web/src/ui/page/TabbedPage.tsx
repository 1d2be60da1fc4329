import { type ReactNode, Suspense, useState } from 'react'
import { PageBody, PageHead } from './Page.tsx'
import { PageTabs } from './PageTabs.tsx'

interface Props<K extends string> {
  title: string
  tabs: readonly { key: K; text: string }[]
  active: K
  onChange: (key: K) => void
  /** Whether the tab gets the focus after a change: false where the page itself changed it. */
  takesFocus?: boolean
  /** The part of the active tab, which may still be loading; it shows the tabs in its head. */
  children: (tabs: ReactNode) => ReactNode
}

/** A page of several tabs, each of which is code of its own. */
export function TabbedPage<K extends string>({
  title,
  tabs,
  active,
  onChange,
  takesFocus = true,
  children,
}: Props<K>) {
  const [opened] = useState(active)
  const [switched, setSwitched] = useState(false)
  if (!switched && active !== opened) setSwitched(true)
  const strip = (
    <PageTabs
      label={title}
      tabs={tabs}
      active={active}
      onChange={onChange}
      takesFocus={switched && takesFocus}
    />
  )
  return (
    <Suspense
      fallback={
        <>
          <PageHead title={title} tabs={strip} />
          {/* Target of the tabs' `aria-controls`. */}
          <PageBody tab={active}>{null}</PageBody>
        </>
      }
    >
      {children(strip)}
    </Suspense>
  )
}
