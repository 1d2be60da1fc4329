import { bankAccountWarning } from '@pianzhang/contract/bank-account'
import { kindOf } from '@pianzhang/contract/payee-kind'
import { expect, test } from 'vitest'
import { planPayees } from '../../../src/base/payees/parties.ts'
import { searchTextOf } from '../../../src/base/payees/pinyin.ts'
import { card } from './helpers.ts'

const party = (name: string, account = '', bank_name = '') => ({
  name,
  account,
  bank_name,
  id_number: '',
  account_name: '',
})

test('names are found by each reading of a character, in few spellings', () => {
  expect(searchTextOf('重庆ABC 1')).toBe(' 重庆abc1 chongqingabc1 zhongqingabc1 cqabc1 zqabc1')
  // Each of these has two readings; only eight spellings are kept.
  expect(searchTextOf('重行长乐重行长乐').split(' ').length).toBeLessThanOrEqual(18)
})

test.each([
  ['曾小贤', 'zengxiaoxian'],
  ['仇英', 'qiuying'],
  ['区桂芝', 'ougui'],
  ['查良镛', 'zhaliangyong'],
  ['解缙', 'xiejin'],
  ['朴树', 'piaoshu'],
  ['张玥', 'zhangyue'],
  ['张玥', 'zy'],
  ['李喆', 'lizhe'],
  ['王珺', 'wangjun'],
  ['吕翀', 'lvchong'],
  ['尉迟垚', 'yuchiyao'],
])('%s is found by %s', (name, typed) => {
  expect(searchTextOf(name)).toContain(` ${typed}`)
})

test('a contract without an account names the only payee of its name', () => {
  const { planned, keys } = planPayees(
    [party('甲'), party('甲', '11112222', '某行'), party('乙', '1'), party('乙', '2'), party('乙')],
    [{ id: 7n, name: '乙', account: '1' }],
  )
  expect(keys[0]).toBe(keys[1])
  expect(keys[4]).toBeNull()
  expect(planned.map(({ existing, body }) => [existing, body.name, body.account, body.bank_name])).toEqual([
    [null, '甲', '11112222', '某行'],
    [7n, '乙', '1', ''],
    [null, '乙', '2', ''],
  ])
})

test.each([
  ['北京某某影视器材有限公司', '1'],
  ['横店某某木作工坊', '2'],
  ['上海某某影视文化工作室', '2'],
  ['陈立', '0'],
  ['欧阳某某', '0'],
  ['剧组后勤某某处', '1'],
])('%s is of kind %s', (name, kind) => {
  expect(kindOf(name)).toBe(kind)
})

test('cards of 16 to 19 digits have a check digit; an account of a company is no card', () => {
  expect(bankAccountWarning('6222020000000000001', '1')).toBeNull()
  expect(bankAccountWarning('6222020000000000001', '2')).not.toBeNull()
  for (const index of [0, 1, 7, 123456]) expect(bankAccountWarning(card(index), '0')).toBeNull()
  const [first] = card(5)
  expect(
    bankAccountWarning(`${first}${card(5).slice(1, -1)}${(Number(card(5).slice(-1)) + 1) % 10}`, '0'),
  ).not.toBeNull()
  expect(bankAccountWarning('123456789', '0')).toBeNull()
  expect(bankAccountWarning('************1234', '0')).toBeNull()
  expect(bankAccountWarning('', '0')).toBeNull()
})
