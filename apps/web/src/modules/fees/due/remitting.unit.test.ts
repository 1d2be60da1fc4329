import { expect, it } from 'vitest'
import { remitBodyOf } from './remitting.ts'

it('a remittance is a new payment, or names the saved one', () => {
  const draft = { month: '2026-11', pay_amount_yuan: '6842.10', ended: true }
  const payment = {
    ...{ pay_at: '2026-12-10', payer: '税务局', pay_channel: '3', pay_category_id: '7' },
    subject_three_code: null,
  }
  const typed = { ...payment, payment_code: ' FK202612100001 ' }
  expect(remitBodyOf(draft, typed, 'new')).toEqual({
    ...{ month: '2026-11', amount: '6842.10', early: false },
    ...payment,
  })
  expect(remitBodyOf(draft, typed, 'saved')).toEqual({
    ...{ month: '2026-11', amount: '6842.10', early: false, payment_code: 'FK202612100001' },
  })
  expect(remitBodyOf({ ...draft, ended: false }, typed, 'new')).toMatchObject({ early: true })
})
