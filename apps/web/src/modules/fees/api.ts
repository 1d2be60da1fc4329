import { feeApi } from '@pianzhang/contract/api/features'
import type { Fee, TaxMonths, TaxPeople } from '@pianzhang/contract/fees'
import { MAX_PAGE_SIZE } from '@pianzhang/contract/page'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { call, read, readAny } from '../../platform/api/api.ts'
import type { BodyOf } from '../../platform/api/endpoint.ts'
import { handled } from '../../platform/api/handled.ts'
import { resourceChanged, shows } from '../../platform/changes/refresh.ts'
import { currentDay } from '../../platform/currentDay.ts'
import { listLoader, listQuery } from '../../platform/ledger/list.ts'
import { recordsOf } from '../../platform/ledger/records.ts'
import { exported } from '../../platform/ledger/sheets.ts'
import {
  type DueSearch,
  dueSearch,
  type FeeSearch,
  feeSearch,
  type PeopleSearch,
  pageSearch,
  peopleSearch,
  tabOf,
} from './search.ts'

const KEY = 'labor_tax'
export const currentMonth = (): string => currentDay().slice(0, 7)

/** Named records are shown of all months. */
const ofMonth = ({ month, codes }: FeeSearch) => ({ month: month ?? (codes ? undefined : currentMonth()) })
const records = recordsOf(feeApi, {
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
    (await read(feeApi.list, { query: { codes: [code] }, handled })).items[0],
  exported: (search: FeeSearch) =>
    exported(feeApi.exportRecords, { ...feeSearch.exportParams(search), ...ofMonth(search) }),
}

/** URL of the file for 自然人电子税务局. */
export const declarationFile = (month: string, form: string) =>
  exported(feeApi.exportDeclaration, { month, form })

/** A person in 当月汇总. */
export type PersonRow = TaxPeople['items'][number] & { code: string }
type PeopleList = Omit<TaxPeople, 'items'> & { items: PersonRow[] }
const PEOPLE = `${KEY}_people`
shows([PEOPLE], 'labor_tax', 'payee')
const peopleQuery = ({ month = currentMonth(), ...search }: PeopleSearch, size: number) => {
  const params = peopleSearch.listParams(search, size)
  return listQuery<PeopleList>(PEOPLE, { ...params, month }, async (options) => {
    const data = await read(feeApi.people, { params: { month }, query: params, ...options })
    return { ...data, items: data.items.map((row) => ({ ...row, code: row.payee.code })) }
  })
}
export const people = { list: peopleSearch, query: peopleQuery }

/** A month in 应缴税款. */
export type MonthRow = TaxMonths['items'][number] & { code: string }
type MonthList = Omit<TaxMonths, 'items'> & { items: MonthRow[] }
const MONTHS = `${KEY}_months`
shows([MONTHS], 'labor_tax', 'cost_execution')
const dueQuery = (search: DueSearch, size: number) => {
  const params = dueSearch.listParams(search, size)
  return listQuery<MonthList>(MONTHS, params, async (options) => {
    const data = await readAny(feeApi.months, { query: params, ...options })
    return { ...data, items: data.items.map((row) => ({ ...row, code: row.month })) }
  })
}
export const months = { list: dueSearch, query: dueQuery, exported: () => exported(feeApi.exportMonths) }

/** What is withheld of a fee, and how that comes about: with the fees that are saved now, so it is asked anew after each change of them. */
export const calculationQuery = (body: BodyOf<typeof feeApi.calculate> | null) =>
  queryOptions({
    queryKey: [KEY, 'calculate', body],
    queryFn:
      body === null ? skipToken : ({ signal }) => read(feeApi.calculate, { body, signal, handled: true }),
    retry: false,
    gcTime: 0,
  })

/** All fees of a person in a month, for print. */
export const statementQuery = (month: string, payee_code: string) =>
  queryOptions({
    queryKey: [KEY, 'statement', month, payee_code],
    queryFn: async ({ signal }) => {
      const pageOf = (page: number) =>
        read(feeApi.list, {
          query: { month, payee_code, page, per_page: MAX_PAGE_SIZE },
          signal,
          handled: true,
        })
      const list = await pageOf(1)
      const items = [...list.items]
      for (let page = 2; items.length < list.listTotal; page += 1) {
        const more = (await pageOf(page)).items
        if (more.length === 0) break
        items.push(...more)
      }
      return { ...list, items: items.toReversed() }
    },
  })

export const readSetting = () => read(feeApi.setting, { handled: true })
export const settingQuery = queryOptions({ queryKey: [KEY, 'setting'], queryFn: readSetting })
export const saveSetting = (body: BodyOf<typeof feeApi.saveSetting>, idempotencyKey: string) =>
  call(feeApi.saveSetting, { body, idempotencyKey, handled })

/** The payment of a month's tax. */
export const draftRemittance = (month: string) => read(feeApi.remittance, { body: { month } })
export const remit = (body: BodyOf<typeof feeApi.remit>, idempotencyKey: string) =>
  call(feeApi.remit, { body, idempotencyKey, timeout: 30_000, handled })

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
