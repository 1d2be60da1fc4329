import { readOriginal } from '@pianzhang/einvoice/read'
import { chromium } from 'playwright-core'
import { expect, test } from 'vitest'
import { chromiumExecutable } from '../../../../../../e2e/browser.ts'
import { FORM, formRuns } from '../../../../../../packages/einvoice/test/pdf/form.ts'
import { invoicePicture } from '../../../../src/start/demo/invoice-picture.ts'

const CODED = `01,32,,${FORM.number},248.49,20260317,,A1B2`

// A producer that shares no code with the reader: an embedded Chinese font, whose glyphs are mapped to radicals (⼦ for 子), spaces with the code
// U+0001, words in several pieces.
test('the form as a browser prints it, with the QR code as a picture', async () => {
  const picture = await invoicePicture({
    coded: CODED,
    number: FORM.number,
    date: '2026-03-17',
    amount: '248.49',
  })
  // Its digits are wider than the form's: a price of 16 digits would run into the quantity.
  const items = FORM.items.map((item) => ({ ...item, price: item.price?.slice(0, 5) }))
  const texts = formRuns({ items }).map(
    ({ x, y, size, text }) => `<span style="left:${x}pt;bottom:${y}pt;font-size:${size}pt">${text}</span>`,
  )
  const { executablePath, args, env } = await chromiumExecutable()
  const browser = await chromium.launch({ executablePath, args, env })
  try {
    const page = await browser.newPage()
    await page.setContent(`<style>@page{size:600pt 400pt;margin:0} body{margin:0;position:relative;width:600pt;height:399pt}
      span{position:absolute;white-space:pre;line-height:1;font-family:sans-serif} img{position:absolute;left:20pt;top:15pt;width:60pt}</style>
      ${texts.join('')}<img src="data:image/jpeg;base64,${picture.toString('base64')}">`)
    const { invoices } = await readOriginal(
      Buffer.from(await page.pdf({ preferCSSPageSize: true })),
      '发票.pdf',
    )
    expect(invoices).toHaveLength(1)
    expect(invoices[0]).toMatchObject({ coded: CODED, differences: [] })
    expect(invoices[0]?.fields).toMatchObject({
      invoice_type: '32',
      invoice_number: FORM.number,
      billing_date: '2026-03-17',
      buyer_name: FORM.buyer[0],
      buyer_tax_no: FORM.buyerNo,
      seller_name: FORM.seller[0],
      seller_tax_no: FORM.sellerNo,
      amount_without_tax: 22168n,
      tax_amount: 2681n,
      total_amount: 24849n,
      items: [{ name: FORM.items[0]?.name.join(''), quantity: '2', unit_price: '96.46' }, { amount: 2876n }],
    })
  } finally {
    await browser.close()
  }
})
