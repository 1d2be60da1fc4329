import type { PaymentRequest } from '@pianzhang/contract/payment-requests'
import { expect, test } from 'vitest'
import { actKey, answerText, asks, decidesText, type Rules } from './words.ts'

const people = (...names: string[]) => names.map((name) => ({ code: name, name }))
const RULES: Rules = {
  on: true,
  bands: [
    { from_yuan: '0.00', steps: [] },
    { from_yuan: '5000.00', steps: [people('制片主任'), people('制片人', '')] },
    { from_yuan: '50000.00', steps: [people('')] },
  ],
}

test('a band asks from its amount on; below zero and with the rules off nobody is asked', () => {
  expect([499_999n, 500_000n, -500_000n].map((total) => asks(total, RULES))).toEqual([false, true, false])
  expect(asks(500_000n, { ...RULES, on: false })).toBe(false)
  expect(asks(500_000n, { on: true, bands: [] })).toBe(false)
})

test('the sentence names who decides; whom nobody is left of, the super administrator', () => {
  expect(decidesText(499_999n, RULES)).toBeNull()
  expect(decidesText(500_000n, RULES)).toBe('满 5,000.00 元、不满 50,000.00 元：制片主任，然后制片人')
  expect(decidesText(5_000_000n, RULES)).toBe('满 50,000.00 元：超级管理员')
  expect(decidesText(5_000_000n, { ...RULES, on: false })).toBeNull()
})

test('what became of a saved request is said', () => {
  const saved = (part: object) =>
    answerText({ code: 'SQ1', waits_for: '', payment: null, ...part } as PaymentRequest)
  expect(saved({ state: 'draft' })).toContain('已存为草稿 SQ1')
  expect(saved({ state: 'pending', waits_for: '制片主任' })).toBe('已提交 SQ1，等待制片主任审批')
  expect(saved({ state: 'approved', payment: { code: 'FK1' } })).toBe('无需审批，已记账 FK1')
})

test('a draft and its submission are two acts, each of which may be repeated under its own key', () => {
  expect(actKey('key', false)).toBe(actKey('key', false))
  expect(actKey('key', true)).not.toBe(actKey('key', false))
})
