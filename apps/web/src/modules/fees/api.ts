import type { Calculation, Fee, FeeList, TaxMonths, TaxPeople, TaxSetting } from '@pianzhang/contract/fees'
import { MAX_PAGE_SIZE } from '@pianzhang/contract/page'
import type { Remittance, Remitted } from '@pianzhang/contract/remittances'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, api } from '../../platform/api/api.ts'
import { handled } from '../../platform/api/handled.ts'
import { resourceChanged, shows } from '../../platform/changes/refresh.ts'
import { currentDay } from '../../platform/currentDay.ts'
import { fileOf } from '../../platform/ledger/charts.ts'
import { listLoader, listQuery } from '../../platform/ledger/list.ts'
import { listOf, recordsOf } from '../../platform/ledger/records.ts'
import {
  dueSearch,
  type FeeSearch,
  feeSearch,
  type PeopleSearch,
  pageSearch,
  peopleSearch,
  tabOf,
} from './search.ts'

const BASE = '/api/manager/labor_tax'
const KEY = 'labor_tax'
export const currentMonth = (): string => currentDay().slice(0, 7)

/** Named records are shown of all months. */
const ofMonth = ({ month, codes }: FeeSearch) => ({ month: month ?? (codes ? undefined : currentMonth()) })
const records = recordsOf<Fee, FeeList>()({
  base: BASE,
  key: KEY,
  model: 'labor_tax',
  list: {
    ...feeSearch,
    listParams: (search: FeeSearch, size: number) => ({
      ...feeSearch.listParams(search, size),
      ...ofMonth(search),
    }),
  },
  shows: ['labor_tax', 'payee', 'cost_execution'],
})
export const fees = {
  ...records,
  latest: async (code: string): Promise<Fee | undefined> =>
    (await api.get<FeeList>(BASE, { codes: [code] }, { handled })).data.items[0],
  exported: async (search: FeeSearch) =>
    file(`${BASE}/records/export`, { ...feeSearch.exportParams(search), ...ofMonth(search) }),
}

const file = async (path: string, body: object): Promise<string | undefined> =>
  fileOf(await api.ask(path, body, { timeout: 30_000 }))
/** URL of the file for 自然人电子税务局. */
export const declarationFile = (month: string, form: string) => file(`${BASE}/export`, { month, form })

/** A person in 当月汇总. */
export type PersonRow = TaxPeople['items'][number] & { code: string }
type PeopleList = Omit<TaxPeople, 'items'> & { items: PersonRow[] }
const PEOPLE = `${KEY}_people`
shows([PEOPLE], 'labor_tax', 'payee')
const peopleQuery = ({ month = currentMonth(), ...search }: PeopleSearch, size: number) => {
  const params = peopleSearch.listParams(search, size)
  return listQuery<PeopleList>(PEOPLE, { ...params, month }, async (options) => {
    const { data } = await api.get<TaxPeople>(`${BASE}/months/${month}`, params, options)
    return { ...data, items: data.items.map((row) => ({ ...row, code: row.payee.code })) }
  })
}
export const people = { list: peopleSearch, query: peopleQuery }

/** A month in 应缴税款. */
export type MonthRow = TaxMonths['items'][number] & { code: string }
type MonthList = Omit<TaxMonths, 'items'> & { items: MonthRow[] }
const due = listOf<MonthList>()({
  base: `${BASE}/months`,
  key: `${KEY}_months`,
  list: dueSearch,
  shows: ['labor_tax', 'cost_execution'],
})
const dueQuery: typeof due.query = (search, size) => {
  const params = dueSearch.listParams(search, size)
  return listQuery<MonthList>(due.key, params, async (options) => {
    const { data } = await api.get<TaxMonths>(due.base, params, options)
    return { ...data, items: data.items.map((row) => ({ ...row, code: row.month })) }
  })
}
export const months = { list: dueSearch, query: dueQuery, exported: () => due.sheets.exported({}) }

/** What is withheld of a fee, and how that comes about: with the fees that are saved now, so it is asked anew after each change of them. */
export const calculationQuery = (body: object) =>
  queryOptions({
    queryKey: [KEY, 'calculate', body],
    queryFn: async ({ signal }) =>
      (await api.ask<Calculation>(`${BASE}/calculate`, body, { signal, handled: true })).data,
    retry: false,
    gcTime: 0,
  })

/** All fees of a person in a month, for print. */
export const statementQuery = (month: string, payee_code: string) =>
  queryOptions({
    queryKey: [KEY, 'statement', month, payee_code],
    queryFn: async ({ signal }) => {
      const read = async (page: number) =>
        (
          await api.get<FeeList>(
            BASE,
            { month, payee_code, page, per_page: MAX_PAGE_SIZE },
            { signal, handled: true },
          )
        ).data
      const list = await read(1)
      const items = [...list.items]
      for (let page = 2; items.length < list.listTotal; page += 1) {
        const more = (await read(page)).items
        if (more.length === 0) break
        items.push(...more)
      }
      return { ...list, items: items.toReversed() }
    },
  })

const SETTING = `${BASE}/setting`
export const readSetting = async (): Promise<TaxSetting> =>
  (await api.get<TaxSetting>(SETTING, {}, { handled: true })).data
export const settingQuery = queryOptions({ queryKey: [KEY, 'setting'], queryFn: readSetting })
export const saveSetting = (body: object, idempotencyKey: string): Promise<Answer<TaxSetting>> =>
  api.put<TaxSetting>(SETTING, body, { idempotencyKey, handled })

/** The payment of a month's tax. */
export const draftRemittance = async (month: string): Promise<Remittance> =>
  (await api.ask<Remittance>(`${BASE}/remittance`, { month })).data
export const remit = (body: object, idempotencyKey: string): Promise<Answer<Remitted>> =>
  api.post<Remitted>(`${BASE}/remittance/pay`, body, { idempotencyKey, timeout: 30_000, handled })

/** After a write that also books a payment. */
export async function feesPaid(): Promise<void> {
  // Failures have been reported by the calls.
  await Promise.allSettled([resourceChanged('labor_tax'), resourceChanged('cost_execution')])
}

const LOADERS = {
  fees: fees.load,
  people: listLoader(peopleSearch, people.query),
  due: listLoader(dueSearch, months.query),
}
export const load = (raw: object): void => LOADERS[tabOf(pageSearch.parse(raw))](raw)
