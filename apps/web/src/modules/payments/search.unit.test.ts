import { describe, expect, it, test } from 'vitest'
import { paymentSearch, tabs } from './search.ts'

const { exportParams, filterOf, isFiltered, keptOf, listParams, withoutFilters } = paymentSearch
const { tabOf } = tabs

test('an address as it is typed: one value or many, numbers as texts', () => {
  const search = paymentSearch.parse({
    activeName: 'second',
    keywords: ' 13800000002 ',
    pay_channels: '2',
    voucher_categories: ['0', '5', '5'],
    related: '1',
    page: '3',
    per_page: '100',
    pay_at_order: 'asc',
  })
  expect(search).toEqual({
    activeName: 'second',
    keywords: '13800000002',
    pay_channels: ['2'],
    voucher_categories: ['0', '5'],
    related: '1',
    page: 3,
    per_page: 100,
    pay_at_order: 'asc',
  })
  expect(listParams(search, 20)).toMatchObject({
    related_system_contract: '1',
    page: 3,
    per_page: 100,
    keywords: '13800000002',
  })
  for (const params of [listParams(search, 20), exportParams(search)])
    expect(params).not.toHaveProperty('related')
})

test('what cannot be right is left out and takes nothing else with it', () => {
  const search = paymentSearch.parse({
    activeName: 'third',
    start_pay_at: '2026-02-30',
    end_pay_at: ['2026-01-01', '2026-01-02'],
    related: '2',
    page: '-1',
    per_page: '7',
    pay_at_order: 'up',
    keywords: ['a', 'b'],
    pay_categories: '',
    payers: '陈立',
    other: 'x',
  })
  expect(JSON.parse(JSON.stringify(search))).toEqual({ payers: ['陈立'] })
  expect(isFiltered(search)).toBe(true)
})

test('重置 keeps the tab, the sort and the size, and drops every filter', () => {
  const search = paymentSearch.parse({
    activeName: 'second',
    contract_code: 'c',
    related: '1',
    page: '4',
    per_page: '50',
    pay_at_order: 'desc',
  })
  const rest = withoutFilters(search)
  expect(isFiltered(rest)).toBe(false)
  expect(rest).toEqual({ activeName: 'second', per_page: 50, pay_at_order: 'desc' })
  expect(listParams(paymentSearch.parse({}), 50)).toMatchObject({ page: 1, per_page: 50 })
})

test('the export takes the filters and the order of the list, not its page', () => {
  const search = paymentSearch.parse({
    keywords: '道具',
    related: '1',
    pay_at_order: 'asc',
    page: '3',
    per_page: '50',
  })
  expect(JSON.parse(JSON.stringify(exportParams(search)))).toEqual({
    keywords: '道具',
    related_system_contract: '1',
    pay_at_order: 'asc',
  })
})

describe('the tab that an address names', () => {
  it.each([
    ['activeName=second', 'second'],
    ['activeName=first&keywords=a', 'first'],
    ['contract_code=a', 'second'],
    ['related=1', 'second'],
    ['page=2', 'second'],
    ['pay_at_order=asc', 'second'],
    ['chart_vouchers=5', 'first'],
    ['subject_one_code=a', 'first'],
    ['chart_vouchers=5&keywords=a', 'second'],
    ['activeName=third', null],
    ['', null],
  ])('%s', (text, tab) => {
    expect(tabOf(paymentSearch.parse(Object.fromEntries(new URLSearchParams(text))))).toBe(tab)
  })

  it('keeps what the charts show when the list is filtered or cleared', () => {
    const charts = { chart_vouchers: ['5'], subject_one_code: 'a' }
    const search = paymentSearch.parse({ ...charts, keywords: 'b', per_page: '50' })
    expect(filterOf(search)).toEqual({ keywords: 'b' })
    expect(withoutFilters(search)).toMatchObject({ ...charts, per_page: 50 })
    expect(withoutFilters(search)).not.toHaveProperty('keywords')
    expect(keptOf(search)).toMatchObject(charts)
  })
})

test('a parameter that is not this page’s own, as the project of the address, is no filter', () => {
  const search = { ...paymentSearch.parse({}), project: 'a1' }
  expect(filterOf(search)).not.toHaveProperty('project')
  expect(isFiltered(search)).toBe(false)
  expect(tabOf(search)).toBeNull()
})
