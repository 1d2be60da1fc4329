import { expect, test } from 'vitest'
import { pettyCashSearch, tabs } from './search.ts'

const { exportParams, listParams } = pettyCashSearch

const parse = (text: string) => {
  const raw: Record<string, unknown> = {}
  for (const [key, value] of new URLSearchParams(text)) raw[key] = /^\d+$/.test(value) ? Number(value) : value
  return pettyCashSearch.parse(raw)
}

test.each([
  ['activeName=s', 'first'],
  ['activeName=d', 'second'],
  ['activeName=s&keywords=a', 'first'],
  ['activeName=first', null],
  ['lacking=1', 'second'],
  ['written_off=0', 'second'],
  ['subject_one_code=a', 'first'],
  ['', null],
])('the tab of %s', (text, tab) => {
  expect(tabs.tabOf(parse(text))).toBe(tab)
})

test('the address names what a detail lacks as the API does, and drops what cannot be right', () => {
  expect(parse('lacking=1&written_off=0')).toMatchObject({ lacking: '1', written_off: '0' })
  expect(parse('lacking=face_tax_rate').lacking).toBe('face_tax_rate')
  expect(pettyCashSearch.isFiltered(parse('lacking=2&written_off=2&related=0'))).toBe(false)
})

test('list and export name the contract filter as the API does', () => {
  const search = parse('related=1&page=3&pay_at_order=asc')
  expect(listParams(search, 20)).toMatchObject({ related_system_contract: '1', page: 3 })
  expect(JSON.parse(JSON.stringify(exportParams(search)))).toEqual({
    related_system_contract: '1',
    pay_at_order: 'asc',
  })
})
