import { describe, expect, test } from 'vitest'
import { PASSWORD_MAX, weakness } from '../src/password.ts'

const PHONE = '13922220001'
const RUN = '密码不能是连续的数字或字母'
const SAME = '密码不能全是同一个字符'
const OWN = '密码不能是手机号或其中的几位'

describe('a new password', () => {
  test.each([
    ['', '请输入密码'],
    ['1234567', '密码不能少于8位'],
    ['x'.repeat(PASSWORD_MAX + 1), '密码不能超过128位'],
    ['11111111', SAME],
    ['片片片片片片片片', SAME],
    ['aAaAaAaA', SAME],
    ['12345678', RUN],
    ['23456789', RUN],
    ['1234567890', RUN],
    ['87654321', RUN],
    ['0987654321', RUN],
    ['abcdefgh', RUN],
    ['ABCDefgh', RUN],
    ['hgfedcba', RUN],
    ['22220001', OWN],
    ['13922220001', OWN],
    ['3922220001', OWN],
    ['13922220', OWN],
  ])('%s: %s', (text, why) => expect(weakness(text, PHONE)).toBe(why))

  test.each([
    '12345679',
    '12344321',
    '22220002',
    'abcdefg1',
    '9999999999a',
    'pianzhang-demo',
    '新密码新密码新密码',
    '89:;<=>?x',
  ])('%s is taken', (text) => expect(weakness(text, PHONE)).toBeUndefined())

  test('without a phone number only the others are refused', () => {
    expect(weakness('22220001')).toBeUndefined()
    expect(weakness('87654321')).toBe(RUN)
  })
})
