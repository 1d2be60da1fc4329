import type { Payable } from '@pianzhang/contract/payables'
import { expect, test } from 'vitest'
import { partiesOf } from './parties.ts'

const row = (code: string, payee: string, link: string | null, rest_yuan: string) =>
  ({
    code,
    payee,
    payee_link: link === null ? null : { code: link, name: payee, account_change: null },
    rest_yuan,
  }) as Payable

test('two payees of one name are paid apart, several contracts of one payee together', () => {
  const parties = partiesOf([
    row('i1', '置景公司', 'p1', '3000.00'),
    row('i2', '置景公司', 'p2', '2500.00'),
    row('i3', '置景公司', 'p1', '1000.50'),
    row('i4', '车辆公司', null, '7.00'),
    row('i5', '车辆公司', null, '8.00'),
  ])
  expect(parties.map(({ name, rows, rest_yuan }) => [name, rows.map(({ code }) => code), rest_yuan])).toEqual(
    [
      ['置景公司', ['i1', 'i3'], '4000.50'],
      ['置景公司', ['i2'], '2500.00'],
      ['车辆公司', ['i4', 'i5'], '15.00'],
    ],
  )
  expect(new Set(parties.map(({ key }) => key)).size).toBe(3)
})
