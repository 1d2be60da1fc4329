import { chosenTab } from '../../platform/tab.ts'
import { type PaymentSearch, type Tab, tabOf } from './search.ts'

/** Which of the two was chosen last in this session, until the page is left. */
export const chosen = chosenTab('payments')

/** The tab that the address or the person's last choice names; null: what there is decides. */
export function knownTab(search: PaymentSearch): Tab | null {
  const tab = chosen.get()
  return tabOf(search) ?? (tab === 'first' || tab === 'second' ? tab : null)
}
