import { fenOf } from '@pianzhang/contract/money'
import { expect, test } from 'vitest'
import { leftOf } from './budgetLeft.ts'

const of = (left_yuan: string, budget_yuan = '1000.00') => ({ code: 's', budget_yuan, left_yuan })

test('what is left of a budget, and by how much a record exceeds it', () => {
  expect(leftOf(of('100.00'), fenOf('100'), 0n)).toEqual({ left: fenOf('100'), over: 0n })
  expect(leftOf(of('100.00'), fenOf('100.01'), 0n)).toEqual({ left: fenOf('100'), over: 1n })
  // The record's own stored amount is back in what is left.
  expect(leftOf(of('100.00'), fenOf('350'), fenOf('250'))).toEqual({ left: fenOf('350'), over: 0n })
  // Of a budget that is used up already, the whole record is over; a refund is not.
  expect(leftOf(of('-20.00'), fenOf('5'), 0n)).toEqual({ left: fenOf('-20'), over: fenOf('5') })
  expect(leftOf(of('-20.00'), fenOf('-5'), 0n)).toEqual({ left: fenOf('-20'), over: 0n })
})

test('a subject without a budget has nothing to be left', () => {
  expect(leftOf(undefined, fenOf('5'), 0n)).toEqual({ left: null, over: 0n })
  expect(leftOf(of('-7.00', '0.00'), fenOf('5'), 0n)).toEqual({ left: null, over: 0n })
})
