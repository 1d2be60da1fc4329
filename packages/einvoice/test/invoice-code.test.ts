import { describe, expect, it } from 'vitest'
import { parseInvoiceCode } from '../src/invoice-code.ts'

const NONE = {
  invoice_code: '',
  billing_date: null,
  amount_without_tax: null,
  total_amount: null,
  check_code: '',
}

describe('the QR code of an invoice', () => {
  it('has the amount without tax on paper and older electronic types', () => {
    for (const invoice_type of ['01', '03', '04', '08', '10', '11', '14'])
      expect(
        parseInvoiceCode(
          `01,${invoice_type},031001900211,12345678,99.05,20191023,12345678901234567890,3F2B,`,
        ),
      ).toEqual({
        invoice_type,
        invoice_code: '031001900211',
        invoice_number: '12345678',
        billing_date: '2019-10-23',
        amount_without_tax: 9_905n,
        total_amount: null,
        check_code: '12345678901234567890',
      })
  })

  it('has the total, no code and 20 digits on 31 and 32', () => {
    for (const invoice_type of ['31', '32'])
      expect(parseInvoiceCode(`01,${invoice_type},,24312000000012345678,-1200.00,20240105,,`)).toEqual({
        ...NONE,
        invoice_type,
        invoice_number: '24312000000012345678',
        billing_date: '2024-01-05',
        total_amount: -120_000n,
      })
  })

  it('leaves out what is missing, wrong or of an unknown meaning', () => {
    const number = '24312000000012345678'
    expect(parseInvoiceCode(`01,32,,${number}`)).toEqual({
      ...NONE,
      invoice_type: '32',
      invoice_number: number,
    })
    for (const rest of [
      'abc,20241301,12',
      '1e3,20250229,x',
      '1.005,2024-1-1,',
      ' ,99999999,',
      '12345678901234567890,00000000,',
    ])
      expect(parseInvoiceCode(`01,32,,${number},${rest}`)).toEqual({
        ...NONE,
        invoice_type: '32',
        invoice_number: number,
      })
    // A type that nobody has named.
    expect(parseInvoiceCode(`01,57,,${number},553.50,20240105`)).toEqual({
      ...NONE,
      invoice_type: '57',
      invoice_number: number,
      billing_date: '2024-01-05',
    })
  })

  it('has the total on tickets of trains and planes, and the amount without tax on 51 with a code, as before 2018', () => {
    for (const invoice_type of ['51', '61'])
      expect(parseInvoiceCode(`01,${invoice_type},,26329116000000000303,72.00,20260423,,219a`)).toEqual({
        ...NONE,
        invoice_type,
        invoice_number: '26329116000000000303',
        billing_date: '2026-04-23',
        total_amount: 7_200n,
      })
    expect(parseInvoiceCode('01,51,044001600211,98580991,149.60,20170515,12345678901234567890,4BE5')).toEqual(
      {
        invoice_type: '10',
        invoice_code: '044001600211',
        invoice_number: '98580991',
        billing_date: '2017-05-15',
        amount_without_tax: 14_960n,
        total_amount: null,
        check_code: '12345678901234567890',
      },
    )
  })

  it('is none of an invoice if it is a web address, has ten times the fields, or no number', () => {
    const many = Array.from({ length: 80 }, () => '1').join(',')
    for (const text of [
      '',
      'https://example.com/01,04,1,2',
      `01,32,,24312000000012345678,1,20240105,,${many}`,
      `01,32,,24312000000012345678,${'9'.repeat(1000)}`,
      '01,32,,,1.00,20240105',
      '01,32,,2431200000001234567x,1.00,20240105',
      '02,32,,24312000000012345678,1.00,20240105',
      '01,ab,,24312000000012345678',
    ])
      expect(parseInvoiceCode(text)).toBeNull()
  })
})
