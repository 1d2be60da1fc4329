import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { marked, type Paid, payeeColumn } from './payeeColumn.tsx'

const account_change = { days: 3, by: '陈立', at: '', until: '' }
const payee = (change: typeof account_change | null) => ({
  code: 'p',
  name: '甲公司',
  account_change: change,
})
const name = { key: 'payer', title: '付款方', width: 208, text: () => '甲公司', render: () => '甲公司' }

/** The words of a cell, and what is said under the pointer. */
const cell = (row: Paid, column = marked<Paid>(name, (own) => own, true)) => {
  const html = renderToStaticMarkup(column.render(row))
  return [html.replace(/<[^>]*>/g, ' ').split(/ +/), [...html.matchAll(/title="([^"]*)"/g)].map(([, t]) => t)]
}

test('a name is marked where the account was changed and where another payment may repeat this one, each in words', () => {
  const CHANGED = ['账号3天前修改', '收款账号3天前由陈立修改，请电话核实']
  const REPEATED = ['疑似重复付款', '疑似重复付款：7天内同一收款人、同一金额另有付款']
  expect(cell({ payee: payee(null), repeated: false })).toEqual([['甲公司'], []])
  expect(cell({})).toEqual([['甲公司'], []])
  expect(cell({ payee: payee(null), repeated: true })).toEqual([
    ['', '甲公司', REPEATED[0], ''],
    [REPEATED[1]],
  ])
  expect(cell({ payee: payee(account_change) })).toEqual([['', '甲公司', CHANGED[0], ''], [CHANGED[1]]])
  const both = { payee: payee(account_change), repeated: true }
  expect(cell(both)).toEqual([
    ['', '甲公司', CHANGED[0], REPEATED[0], ''],
    [CHANGED[1], REPEATED[1]],
  ])
  expect(cell(both, payeeColumn<Paid>())[1]).toEqual(['甲公司', CHANGED[1], REPEATED[1]])
  expect(payeeColumn<Paid>().text?.(both)).toBe('甲公司 账号3天前修改 疑似重复付款')
})
