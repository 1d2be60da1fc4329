import { expect, it } from 'vitest'
import { faultOf, typedFields, type Values } from './fields.ts'

const VALUES: Values = {
  invoice_type: '32',
  invoice_code: '',
  invoice_number: ' 2611 2000000000123456 ',
  billing_date: null,
  total_amount: '1,234.5',
  amount_without_tax: '=100*2',
  check_code: '',
  seller_tax_no: '',
  seller_name: '器材公司',
  result: null,
  reason: '',
}

it('sends the fields of the mode, emptied ones as empty texts, amounts as the API writes them', () => {
  expect(typedFields('lookup', VALUES)).toEqual({
    invoice_type: '32',
    invoice_code: '',
    invoice_number: '2611 2000000000123456',
    billing_date: '',
    total_amount: '1234.50',
    amount_without_tax: '200.00',
    check_code: '',
    seller_tax_no: '',
    seller_name: '器材公司',
  })
  expect(Object.keys(typedFields('manual', VALUES))).toEqual([
    'invoice_type',
    'total_amount',
    'invoice_number',
    'invoice_code',
  ])
})

it('names the field that does not fit the others, as the server will read it', () => {
  expect(faultOf('lookup', 'invoice_number', VALUES)).toBeUndefined()
  const short = { ...VALUES, invoice_number: '123' }
  expect(faultOf('lookup', 'invoice_number', short)).toBe('数电票的发票号码为20位数字')
  expect(faultOf('lookup', 'total_amount', short)).toBeUndefined()
  expect(faultOf('lookup', 'invoice_code', { ...VALUES, invoice_code: '011002' })).toBe(
    '数电票没有发票代码，请留空',
  )
  expect(faultOf('lookup', 'total_amount', { ...VALUES, amount_without_tax: '2000' })).toBe(
    '价税合计与不含税金额不符',
  )
})
