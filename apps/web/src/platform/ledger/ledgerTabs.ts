import { rememberedTab } from '../session/tab.ts'

export type Tab = 'first' | 'second'

interface LedgerSearch<S> {
  name: string
  isListed: (search: S) => boolean
  keptOf: (search: S) => object
}

/** The tabs of a ledger: `first` 统计, `second` 明细. `names`: their names in the address, where those differ. */
export function ledgerTabs<S extends { activeName?: string | undefined }>(
  { name, isListed, keptOf }: LedgerSearch<S>,
  names: Readonly<Record<Tab, string>> = { first: 'first', second: 'second' },
) {
  /** The tab selected last, remembered until the page is left. */
  const lastTab = rememberedTab(name)
  /**
   * The tab that a URL names: directly, or by a parameter that only one tab uses (links from other
   * pages name a contract or a keyword alone). Null: none.
   */
  const tabOf = (search: S): Tab | null => {
    if (search.activeName) return search.activeName === names.first ? 'first' : 'second'
    if (isListed(search)) return 'second'
    return Object.values(keptOf(search)).some((value) => value !== undefined) ? 'first' : null
  }
  /** The tab named by the address or selected last; null: decided by whether there are records. */
  const known = (search: S): Tab | null => {
    const tab = lastTab.get()
    return tabOf(search) ?? (tab === 'first' || tab === 'second' ? tab : null)
  }
  /** The charts load their own figures, so a list is preloaded on its tab only. */
  const showsList = (search: S): boolean => known(search) === 'second'
  return { names, lastTab, tabOf, known, showsList }
}

export type LedgerTabs<S extends { activeName?: string | undefined }> = ReturnType<typeof ledgerTabs<S>>
