import { expect, test } from 'vitest'
import { typedQuantity, typedTotal } from './typed.ts'

test.each([
  ['1,800', '60', '108000.00'],
  ['１８００．５', '2', '3601.00'],
  ['=12*30', '=3*20', '21600.00'],
  ['', '60', '0.00'],
  ['100', ' ', '0.00'],
  ['0.01', '0.5', '0.01'],
  ['-33.33', '1.0625', '-35.41'],
  ['9999999999999.99', '1', '9999999999999.99'],
])('%s × %s is %s', (price, count, amount) => {
  expect(typedTotal(price, count)).toEqual({ amount })
})

test.each([
  ['9999999999999.99', '2', '合计（单价 × 数量）超出范围'],
  ['1e1', '1', ''],
  ['1', '0.00001', ''],
])('%s × %s has no amount', (price, count, error) => {
  expect(typedTotal(price, count)).toEqual({ error })
})

test('a quantity is sent in the form of the API; what cannot be read is sent as it is', () => {
  expect(['1,200', '=3*20', '０．５', '', ' 1e1 '].map(typedQuantity)).toEqual([
    '1200',
    '60',
    '0.5',
    '',
    '1e1',
  ])
})
