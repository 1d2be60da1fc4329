import { CUSTOM_DATA, eInvoice, makeOfd, ofdRoot } from '../../../../../packages/einvoice/test/originals.ts'
import { formRuns } from '../../../../../packages/einvoice/test/pdf/form.ts'
import { makePdf } from '../../../../../packages/einvoice/test/pdf/make-pdf.ts'
import type { Answer, Caller, TestApp } from '../../harness/harness.ts'
import { upload } from './helpers.ts'

let last = 0
/** A number that no other test of the file uses. */
export function fresh(): string {
  last += 1
  return `2600000000000000${String(last).padStart(4, '0')}`
}

/** The same invoice with this number, as XML, OFD and PDF. */
export const xmlOf = (number: string) => Buffer.from(eInvoice().replaceAll('26440000000000100001', number))
/** `more`: other custom data. */
export const ofdOf = (number: string, more: Record<string, string> = {}) =>
  makeOfd(
    ofdRoot({
      ...CUSTOM_DATA,
      发票号码: number,
      开票日期: '2026年02月23日',
      合计金额: '2.00',
      合计税额: '0.12',
      销售方纳税人识别号: '91440000000000000X',
      购买方纳税人识别号: '91440000000000001Y',
      ...more,
    }),
  )
export const ITEM = [
  { name: ['*人力资源服务*劳务'], quantity: '2', price: '1', amount: '2.00', rate: '6%', tax: '0.12' },
]
export const FORM = {
  title: '电子发票（增值税专用发票）',
  date: '2026年02月23日',
  sellerNo: '91440000000000000X',
  buyerNo: '91440000000000001Y',
  items: ITEM,
  net: '¥2.00',
  tax: '¥0.12',
  total: '¥2.12',
}
export const pdfOf = (number: string) => makePdf({ pages: [{ runs: formRuns({ ...FORM, number }) }] })

/** What an original that contradicts nothing has as its reason. */
export const UNVERIFIED = '电子签名未验证'

export type File = [name: string, bytes: Buffer]

/** Uploads these files and makes invoices of them. */
export async function sendFiles(app: TestApp, person: Caller, ...files: File[]): Promise<Answer> {
  const attachment_codes: string[] = []
  for (const [name, bytes] of files) attachment_codes.push(await upload(app, person, bytes, name))
  return await person.post('/invoices', { attachment_codes })
}
