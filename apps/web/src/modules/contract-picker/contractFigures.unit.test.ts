import { fenOf } from '@pianzhang/contract/money'
import { expect, test } from 'vitest'
import { amountsOf, overpaid } from './contractFigures.ts'

const out = {
  category: { category_code: '2', category_i18n: '制作合同' },
  amount_yuan: '100000.00',
  pay_amount_yuan: '40000.00',
  unpay_amount_yuan: '60000.00',
  with_supplement: null,
}

test('the amounts of a contract, without what the record itself has paid on it', () => {
  expect(amountsOf(out)).toEqual([
    ['总额', '100000.00'],
    ['已付', '40000.00'],
    ['未付', '60000.00'],
  ])
  expect(amountsOf(out, fenOf('1000.50'))[2]).toEqual(['未付', '61000.50'])
  const income = { ...out, category: { category_code: '3', category_i18n: '投资合同' } }
  expect(amountsOf(income).map(([name]) => name)).toEqual(['总额', '已收', '未收'])
  expect(overpaid(income, fenOf('60000.01'), 0n)).toBe('本次收款后，该合同将超收 0.01 元')
})

test('a record that overpays a contract is told by how much; its own stored amount does not count twice', () => {
  const warned = (typed: string, own = '0') => overpaid(out, fenOf(typed), fenOf(own))
  expect(warned('60000')).toBeUndefined()
  expect(warned('62000')).toBe('本次付款后，该合同将超付 2,000.00 元')
  expect(warned('62000', '2000')).toBeUndefined()
  expect(warned('62000.01', '2000')).toBe('本次付款后，该合同将超付 0.01 元')
  // A refund and an empty field.
  expect(overpaid({ ...out, unpay_amount_yuan: '-5.00' }, -100n, 0n)).toBeUndefined()
  expect(overpaid({ ...out, unpay_amount_yuan: '-5.00' }, 0n, 0n)).toBeUndefined()
  expect(overpaid({ ...out, unpay_amount_yuan: '-5.00' }, 100n, 0n)).toBe('本次付款后，该合同将超付 6.00 元')
  const together = { amount_yuan: '150000.00', pay_amount_yuan: '40000.00', unpay_amount_yuan: '110000.00' }
  expect(overpaid({ ...out, with_supplement: together }, fenOf('62000'), 0n)).toBe(
    '本次付款后，该合同将超付 2,000.00 元（与补充协议合计未超）',
  )
  expect(overpaid({ ...out, with_supplement: together }, fenOf('110000.01'), 0n)).not.toContain('补充协议')
})
