import type { Payable } from '@pianzhang/contract/payables'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import * as payees from '../../payees/picker/payeeColumn.tsx'
import { PartyTable } from './PartyTable.tsx'
import { partiesOf } from './parties.ts'

const row = (code: string, payee: string, account_change: { days: number; by: string } | null) =>
  ({
    code,
    payee,
    title: '定金',
    rest_yuan: '100.00',
    contract: { code, out_code: code },
    payee_link: { code: payee, name: payee, account_change },
  }) as Payable

test('a payee whose account was changed is to be phoned before several are paid', () => {
  const rows = [
    row('HT-1', '甲公司', null),
    row('HT-2', '乙公司', { days: 3, by: '陈立' }),
    row('HT-3', '乙公司', { days: 3, by: '陈立' }),
  ]
  const cells = (parts: typeof payees | undefined) =>
    [
      ...renderToStaticMarkup(<PartyTable parties={partiesOf(rows)} payees={parts} />).matchAll(
        /<td[^>]*>(.*?)<\/td>/g,
      ),
    ].map(([cell]) => cell.replace(/<[^>]*>/g, ''))
  const rest = ['HT-2 定金、HT-3 定金', '200.00', '合计', '3 期', '300.00']
  expect(cells(payees)).toEqual([
    ...['甲公司', 'HT-1 定金', '100.00'],
    ...['乙公司收款账号3天前由陈立修改，请电话核实', ...rest],
  ])
  expect(cells(undefined)).toEqual(['甲公司', 'HT-1 定金', '100.00', '乙公司', ...rest])
})
