import { z } from 'zod'
import { addressPage, addressTab, addressText } from '../../platform/address/address.ts'
import { rememberedTab } from '../../platform/session/tab.ts'

const search = z.object({
  /** `first` 项目数据, `second` 项目信息. */
  activeName: addressTab,
  /** The subjects opened in 费用对比, one per level. */
  subject_one_code: addressText,
  subject_two_code: addressText,
  subject_three_code: addressText,
  /** The page of 合同付款对比. */
  contract_page: addressPage,
})

/** URL parameters of the overview. */
export const overviewSearch = { parse: (raw: object) => search.parse(raw) }
type OverviewSearch = z.output<typeof search>
export type Depth = Omit<OverviewSearch, 'activeName' | 'contract_page'>

export const lastTab = rememberedTab('overview')
/** The tab in the URL, otherwise the tab that was open last. */
export const tabOf = ({ activeName }: OverviewSearch): 'first' | 'second' =>
  activeName ?? (lastTab.get() === 'second' ? 'second' : 'first')
