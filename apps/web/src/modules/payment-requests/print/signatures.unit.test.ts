import type { PaymentRequest } from '@pianzhang/contract/payment-requests'
import { expect, it } from 'vitest'
import { signaturesOf } from './signatures.ts'

type Act = PaymentRequest['acts'][number]
const one = (
  act: Act['act'],
  act_i18n: string,
  step: number,
  user_name: string,
  more: Partial<Act> = {},
): Act => ({
  act,
  act_i18n,
  step,
  user_name,
  for_name: null,
  reason: '',
  at: '2026-11-22T09:12:00.000+08:00',
  account: null,
  own: false,
  ...more,
})

it('the paper form is signed by who asked and who approved, for whom, and has lines for the rest', () => {
  const acts = [
    one('submit', '发起', 0, '沈慧'),
    one('reject', '驳回', 1, '周敏', { reason: '金额有误' }),
    one('submit', '发起', 0, '沈慧'),
    one('approve', '同意', 1, '王强', { for_name: '周敏', reason: '已核对' }),
  ]
  const steps: PaymentRequest['steps'] = [
    { names: ['制片主任'], state: 'done' },
    { names: ['制片人', '王强'], state: 'current' },
  ]
  expect(signaturesOf({ acts, steps })).toEqual([
    { step: '发起', who: '沈慧', what: '发起', at: '2026-11-22 09:12' },
    { step: '第1步', who: '王强（代周敏）', what: '同意：已核对', at: '2026-11-22 09:12' },
    { step: '第2步（制片人或王强）', who: '', what: '', at: '' },
  ])
})
