import type { Contract } from '@pianzhang/contract/contracts'
import { expect, test, vi } from 'vitest'
import { accountOf, contractColumns } from './columns.tsx'

// The module listens to the `window` of a browser.
vi.mock('../../platform/session/preferences.ts', () => ({}))

const nothing = () => undefined
const on = {
  onEdit: nothing,
  onLink: nothing,
  onUnlink: nothing,
  onDelete: nothing,
  onDetail: nothing,
  stepsOf: () => [],
}
const revealed = { reveal: async () => undefined, shown: (row: Contract) => row }

test('every column is there, four can be sorted, and without a right there are no actions', () => {
  const columns = (actions: boolean) => contractColumns(on, revealed, { out: true, in: true }, actions)
  const titles = columns(true).map(({ title }) => title)
  const identity = ['合同编号', '合同主体', '签约时间', '合同类型']
  const amounts = ['合同总额（元）', '已付金额（元）', '未付金额（元）']
  expect(titles).toEqual([...identity, ...amounts, '补充协议', '证件号码', '收款账户', '备注', '操作'])
  expect(columns(false).map(({ title }) => title)).toEqual(titles.slice(0, -1))
  const sortable = columns(true).filter((column) => column.sortable)
  expect(sortable.map(({ key }) => key)).toEqual(['sign_at', 'amount', 'pay_amount', 'unpay_amount'])
})

test('amounts hold trillions, and with the actions all of them are in sight at 1440 px', () => {
  const columns = contractColumns(on, revealed, { out: true, in: true }, true)
  const amounts = columns.filter(({ title }) => title.endsWith('（元）'))
  expect(amounts.map(({ width }) => width)).toEqual([164, 164, 164])
  const last = columns.findIndex(({ key }) => key === 'unpay_amount')
  const wide = [...columns.slice(0, last + 1), ...columns.slice(-1)].map(({ width = 0 }) => width)
  // 40 px of check boxes and 2 px of borders, on 1,440 px without the menu (210 px) and the paddings of the page (48 px).
  expect(wide.reduce((sum, width) => sum + width, 40 + 2)).toBeLessThanOrEqual(1440 - 210 - 48)
})

test('the account is account, bank and holder, without what is missing', () => {
  const row = {
    income_bankcard_account: '****1234',
    income_bank_name: '招商银行',
    income_bankcard_username: '张三',
  }
  expect(accountOf(row as Contract)).toBe('**** 1234-招商银行-张三')
  expect(accountOf({ ...row, income_bank_name: '' } as Contract)).toBe('**** 1234-张三')
})
