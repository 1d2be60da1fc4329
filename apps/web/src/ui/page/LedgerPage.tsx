import { fenOf } from '@pianzhang/contract/money'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect } from 'react'
import type { Params } from '../../platform/address/listSearch.ts'
import { parseSearch } from '../../platform/address/search.ts'
import { type AddressRoute, useAddress } from '../../platform/address/useAddress.ts'
import type { LedgerTabs, Tab } from '../../platform/ledger/ledgerTabs.ts'
import { TabbedPage } from './TabbedPage.tsx'

const TABS = [
  { key: 'first', text: '统计' },
  { key: 'second', text: '明细' },
] as const

type TabPart = ComponentType<{ tabs: ReactNode }> & { preload: () => Promise<void> }

interface Props<S extends { activeName?: string | undefined }, T> {
  title: string
  route: AddressRoute
  list: { parse: (raw: object) => S }
  tabs: LedgerTabs<S>
  /** Total of all records. */
  total: UseQueryOptions<T, Error, string, (string | Params)[]>
  /** Loaded by `lightPage`: neither tab waits for code that only the other needs (table, charts). */
  Statistics: TabPart
  Details: TabPart
}

/** For a page's `ready`: fetches the tab that the address names. React reveals a tab that was suspended after 300 ms at the earliest. */
export const tabReady =
  <S extends { activeName?: string | undefined }, T>({ list, tabs, Statistics, Details }: Props<S, T>) =>
  (): Promise<void> =>
    (tabs.known(list.parse(parseSearch(location.search))) === 'second' ? Details : Statistics).preload()

/** A ledger: its statistics and its list. */
export function LedgerPage<S extends { activeName?: string | undefined }, T>(props: Props<S, T>) {
  const { title, route, list, Statistics, Details } = props
  const { names, lastTab, tabOf, known } = props.tabs
  const { search, change } = useAddress(route, list)
  const named = known(search)
  const { data: total } = useQuery({ ...props.total, enabled: named === null })
  // A total of 0 counts as no records, for which there are no statistics.
  const empty = named === null && total !== undefined && fenOf(total) === 0n
  // Written to the address: the tab must stay when the filter that implied it is cleared or a first record appears.
  const settled = search.activeName ? null : (tabOf(search) ?? (empty ? 'second' : null))
  useEffect(() => {
    if (settled) change((old) => ({ ...old, activeName: names[settled] }), { replace: true })
  }, [settled, change, names])
  useEffect(() => () => lastTab.set(null), [lastTab])

  const active = named ?? (empty ? 'second' : 'first')
  const choose = (tab: Tab) => {
    lastTab.set(tab)
    if (search.activeName !== names[tab]) change((old) => ({ ...old, activeName: names[tab] }))
  }
  return (
    <TabbedPage title={title} tabs={TABS} active={active} onChange={choose} takesFocus={!empty}>
      {(tabs) => (active === 'first' ? <Statistics tabs={tabs} /> : <Details tabs={tabs} />)}
    </TabbedPage>
  )
}
