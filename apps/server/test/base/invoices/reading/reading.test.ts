import { readQrCodes } from '@pianzhang/einvoice/qr'
import { describe, expect, it } from 'vitest'
import { pictureReadings } from '../../../../src/base/invoices/reading/read-files.ts'
import { photograph } from '../../../files/photograph.ts'
import { electronic, scan } from '../helpers.ts'

const CODED = electronic('26112000000000000002')

it('the QR code of a scan and of a photograph of the form is read', async () => {
  const drawn = { coded: CODED, number: '26112000000000000002', date: '2024-11-02', amount: '1234.50' }
  expect(await readQrCodes(await scan(CODED), 60_000)).toEqual([CODED])
  expect(await readQrCodes(await photograph(drawn, { angle: -10, quality: 50, blur: 1 }), 60_000)).toEqual([
    CODED,
  ])
})

describe('of the codes in a picture', () => {
  it('the invoice is taken, others are left out', () => {
    expect(pictureReadings(['https://example.com', CODED])).toMatchObject([
      { coded: CODED, invoice_number: '26112000000000000002', total_amount: 123_450n, reason: '' },
    ])
  })

  it('several are invoices of their own, each once, in the order of their numbers', () => {
    const first = electronic('26112000000000000001', '5.00')
    const reason = '图片中读到 2 张发票的二维码，请核对张数'
    expect(pictureReadings([CODED, first, CODED])).toMatchObject([
      { coded: first, invoice_number: '26112000000000000001', total_amount: 500n, reason },
      { coded: CODED, invoice_number: '26112000000000000002', total_amount: 123_450n, reason },
    ])
  })

  it('none is one to be typed', () => {
    expect(pictureReadings(['https://example.com'])).toEqual([
      { coded: '', reason: expect.stringContaining('不是发票二维码') },
    ])
    expect(pictureReadings([])).toEqual([{ coded: '', reason: expect.stringContaining('未识别') }])
  })
})
