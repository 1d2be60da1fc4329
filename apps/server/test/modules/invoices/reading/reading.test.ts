import { readQrCodes } from '@pianzhang/einvoice/qr'
import { describe, expect, it } from 'vitest'
import { readingOf } from '../../../../src/modules/invoices/reading/read-files.ts'
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
    expect(readingOf(['https://example.com', CODED])).toMatchObject({
      coded: CODED,
      figures: { invoice_number: '26112000000000000002', total_amount: 123_450n },
      reason: '',
    })
  })

  it('none is taken if there are two invoices, or only a web address', () => {
    expect(readingOf([CODED, electronic('26112000000000000003')])).toMatchObject({
      figures: null,
      reason: expect.stringContaining('2张发票'),
    })
    expect(readingOf(['https://example.com'])).toMatchObject({
      coded: '',
      reason: expect.stringContaining('不是发票二维码'),
    })
    expect(readingOf([])).toMatchObject({ figures: null, reason: expect.stringContaining('未识别') })
  })
})
