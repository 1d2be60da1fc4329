import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { divideRounded } from '@pianzhang/contract/decimal'
import { capitals, type Fen, fenOf, yuan } from '@pianzhang/contract/money'
import sharp from 'sharp'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'
import { lettering, lettersDown } from './lettering.ts'

let ready: Promise<unknown> | undefined

/** Loads the encoder from its package: by default it would be fetched from a CDN. */
async function prepare(): Promise<void> {
  ready ??= readFile(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')).then(
    (file) =>
      prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(file).buffer }, fireImmediately: true }),
  )
  await ready
}

/** An SVG path of a QR code, one unit per module, and its size in modules. */
async function qrPath(text: string): Promise<{ path: string; size: number }> {
  await prepare()
  const { symbol, error } = await writeBarcode(text, { format: 'QRCode', scale: 1, addQuietZones: false })
  if (error) throw new Error(error)
  const { data, width } = symbol
  const dark = Array.from(data, (value, at) =>
    value === 0 ? `M${at % width} ${Math.floor(at / width)}h1v1h-1z` : '',
  )
  return { path: dark.join(''), size: width }
}

export interface DrawnInvoice {
  /** The text of the QR code. */
  coded: string
  number: string
  date: string
  /** Yuan. */
  amount: string
  /** What else a whole invoice says. */
  form?: InvoiceForm
}

export interface InvoiceForm {
  kind: '增值税专用发票' | '普通发票'
  buyer: Party
  seller: Party
  goods: string
  /** The tax rate in percent; null: exempt. */
  rate: number | null
}

interface Party {
  name: string
  taxNo: string
}

const LABEL = { size: 15, color: '#8a4a2e' } as const
const VALUE = { size: 15 } as const
const HUNDRED = 100n

/** The net amount and the tax of a sum that includes it, in fen. */
export function taxOf(total: Fen, rate: number | null): { net: Fen; tax: Fen } {
  if (rate === null) return { net: total, tax: 0n }
  const net = divideRounded(total * HUNDRED, HUNDRED + BigInt(rate))
  return { net, tax: total - net }
}

/** A digital invoice (数电票) as SVG of 1200 × 760, its QR code of `qr` px at the left. It says that it is a specimen. */
export async function invoiceSvg(
  { coded, number, date, amount, form }: DrawnInvoice,
  qr = 150,
): Promise<string> {
  const { path, size } = await qrPath(coded)
  const [year = '', month = '', day = ''] = date.split('-')
  const title = `电子发票（${form?.kind ?? '普通发票'}）`
  const total = fenOf(amount)
  const { net, tax } = taxOf(total, form?.rate ?? null)
  const rate = form ? (form.rate === null ? '免税' : `${form.rate}%`) : ''
  // A larger code moves the form down.
  const below = 56 + qr
  const party = (x: number, label: string, { name = '', taxNo = '' }: Partial<Party> = {}) =>
    lettersDown(label, x + 16, 10, 17, { ...LABEL, align: 'middle' }) +
    lettering('名称：', x + 44, 18, LABEL) +
    lettering(name, x + 92, 18, VALUE) +
    lettering('统一社会信用代码/纳税人识别号：', x + 44, 62, LABEL) +
    lettering(taxNo, x + 276, 62, VALUE)
  const heads = [
    ['项目名称', 150],
    ['规格型号', 380],
    ['单位', 490],
    ['数量', 580],
    ['单价', 700],
    ['金额', 850],
    ['税率/征收率', 980],
    ['税额', 1110],
  ] as const
  const right = { ...VALUE, align: 'end' } as const
  const goods = form
    ? lettering(form.goods, 52, 142, VALUE) +
      lettering('项', 490, 142, { ...VALUE, align: 'middle' }) +
      lettering('1', 580, 142, { ...VALUE, align: 'middle' }) +
      lettering(yuan(net), 740, 142, right) +
      lettering(yuan(net), 880, 142, right) +
      lettering(rate, 980, 142, { ...VALUE, align: 'middle' }) +
      lettering(yuan(tax), 1140, 142, right) +
      lettering(`¥${yuan(net)}`, 880, 314, right) +
      lettering(`¥${yuan(tax)}`, 1140, 314, right)
    : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 760" width="1200" height="760">
    <rect width="1200" height="760" fill="#fdfcf8"/>
    <g transform="translate(40 36) scale(${qr / size})" shape-rendering="crispEdges"><path d="${path}" fill="#111"/></g>
    ${lettering(title, 600, 44, { size: 30, color: '#8a4a2e', align: 'middle' })}
    <path d="M390 92h420M390 98h420" stroke="#9a4a2e" stroke-width="2"/>
    <ellipse cx="600" cy="124" rx="76" ry="24" fill="none" stroke="#c8322b" stroke-width="3" opacity="0.75"/>
    ${lettering('演示票样', 600, 113, { size: 19, color: '#c8322b', align: 'middle' })}
    ${lettering('发票号码：', 850, 62, LABEL)}${lettering(number, 930, 62, VALUE)}
    ${lettering('开票日期：', 850, 98, LABEL)}${lettering(`${year}年${month}月${day}日`, 930, 98, VALUE)}
    <g transform="translate(0 ${below})">
      <path d="M40 0h1120v468h-1120zM72 0v104M600 0v104M632 0v104M40 104h1120M40 344h1120M40 388h1120M330 344v44M72 388v80" fill="none" stroke="#9a4a2e" stroke-width="1.5"/>
      ${party(40, '购买方信息', form?.buyer)}${party(600, '销售方信息', form?.seller)}
      ${heads.map(([text, x]) => lettering(text, x, 112, { ...LABEL, align: 'middle' })).join('')}
      ${goods}${lettering('合计', 150, 314, { ...LABEL, align: 'middle' })}
      ${lettering('价税合计（大写）', 185, 355, { ...LABEL, align: 'middle' })}
      ${lettering(capitals(total), 352, 355, { size: 17 })}
      ${lettering('（小写）', 850, 355, LABEL)}${lettering(`¥${yuan(total)}`, 930, 355, { size: 17 })}
      ${lettersDown('备注', 56, 402, 24, { ...LABEL, align: 'middle' })}
    </g>
  </svg>`
}

/** A scan of an invoice as JPEG, 960 px wide. */
export async function invoicePicture(invoice: DrawnInvoice): Promise<Buffer> {
  const svg = (await invoiceSvg(invoice)).replace('width="1200" height="760"', 'width="960" height="608"')
  return await sharp(Buffer.from(svg)).jpeg({ quality: 75 }).toBuffer()
}
