import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contractBody } from '../src/contracts.ts'
import { accountText, inFours, plainAccount, plainNumber, plainPhone, SCIENTIFIC } from '../src/numbers.ts'
import { payeeBody } from '../src/payees.ts'
import { loginBody } from '../src/session.ts'
import { userBody } from '../src/users.ts'

test.each([
  ['6225 8801 2345 6789', '6225880123456789'],
  ['６２２５　８８０１－２３４５–6789', '6225880123456789'],
  [' 6225\u200b88\u00a001\t', '62258801'],
  ['NRA 12-34', 'NRA1234'],
  ['', ''],
])('account %j is stored as %s', (typed, stored) => {
  expect(plainAccount(typed)).toBe(stored)
  expect(contractBody.shape.income_bankcard_account.parse(typed)).toBe(stored)
})

test.each([
  ['110101 19900307 002X', '11010119900307002X'],
  ['１２３４５６７８－９', '12345678-9'],
  ['A123456(7)', 'A123456(7)'],
])('document %j is stored as %s', (typed, stored) => {
  expect(plainNumber(typed)).toBe(stored)
  expect(contractBody.shape.id_number.parse(typed)).toBe(stored)
})

test.each([
  '13629156626',
  ' 136 2915 6626',
  '136-2915-6626',
  '１３６２９１５６６２６',
  '+8613629156626',
  '+86 136-2915-6626',
  '8613629156626',
  '0086 136 2915 6626',
  '\u202a+86 136 2915 6626\u202c',
])('the mobile number %j is one number, for a login, an account and a payee', (typed) => {
  expect(plainPhone(typed)).toBe('13629156626')
  for (const { phone } of [loginBody.shape, userBody.shape, payeeBody.shape])
    expect(phone.parse(typed)).toBe('13629156626')
})

test('a number that is none of a mobile phone keeps its hyphens and its country', () => {
  for (const [typed, stored] of [
    ['010-1234 5678', '010-12345678'],
    ['+852 5123 4567', '+85251234567'],
    ['86-136-2915-66261', '86-136-2915-66261'],
    ['', ''],
  ] as const)
    expect(plainPhone(typed)).toBe(stored)
})

test('however digits are grouped, the number is the same, and its groups are it', () => {
  const digits = fc.stringMatching(/^\d{1,30}$/)
  const gaps = fc.array(fc.constantFrom('', ' ', '　', '-', '\u00a0'), { minLength: 30, maxLength: 30 })
  fc.assert(
    fc.property(digits, gaps, (number, between) => {
      const typed = [...number].map((digit, at) => digit + between[at]).join('')
      expect(plainAccount(typed)).toBe(number)
      expect(plainAccount(inFours(number).join(' '))).toBe(number)
      expect(plainAccount(plainAccount(typed))).toBe(number)
    }),
  )
})

test.each([
  ['6222020000001036', '6222 0200 0000 1036'],
  ['62220200000010369', '6222 0200 0000 1036 9'],
  ['**************1036', '**** 1036'],
  ['62********1036', '62 **** 1036'],
  ['*******', '****'],
  ['', ''],
])('account %s is shown as %s', (number, shown) => expect(accountText(number)).toBe(shown))

test.each([
  ['合同编号', contractBody.shape.out_code],
  ['合同的证件号码', contractBody.shape.id_number],
  ['合同的收款账号', contractBody.shape.income_bankcard_account],
  ['收款人的证件号码', payeeBody.shape.id_number],
  ['收款人的收款账号', payeeBody.shape.account],
])('%s is refused in scientific notation, once', (_, field) => {
  for (const text of ['6.22202E+18', ' 1.10105e17 ', '2E+20'])
    expect(field.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([SCIENTIFIC])
  expect(field.safeParse('12345678').success).toBe(true)
})
