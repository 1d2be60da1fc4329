import sharp from 'sharp'
import { lettering } from './lettering.ts'

interface Slip {
  date: string
  /** Yuan. */
  amount: string
  /** What was bought. */
  text?: string
  /** A bill that is still to be paid, without the stamp of a receipt. */
  unpaid?: boolean
}

const stamp =
  () => `<ellipse cx="276" cy="56" rx="44" ry="26" fill="none" stroke="#c8322b" stroke-width="3" opacity="0.7"/>
      ${lettering('现金收讫', 276, 46, { size: 17, color: '#c8322b', align: 'middle' })}`

/** Up to eight receipts as scanned, two beside each other, as JPEG 840 pixels wide; eight fill an A4 sheet. */
export async function voucherPicture(slips: readonly Slip[]): Promise<Buffer> {
  const shown = slips.slice(0, 8)
  const [width, height] = [90 + 375 * Math.min(shown.length, 2), 108 + 270 * Math.ceil(shown.length / 2)]
  const drawn = shown.map(({ date, amount, text = '', unpaid = false }, index) => {
    const [x, y] = [60 + (index % 2) * 375, 70 + Math.floor(index / 2) * 270]
    return `<g transform="translate(${x} ${y}) rotate(${(index % 3) - 1})">
      <path d="M0 0h345v235h-345z" fill="#fffef9" stroke="#8d8a80"/>
      ${lettering(unpaid ? '结账单' : '收据', 172, 12, { size: 24, align: 'middle' })}
      ${lettering(date, 22, 58, { size: 16 })}
      <path d="M20 92h305M20 128h305M20 164h305" stroke="#c9c4b4"/>
      ${lettering(text, 22, 100, { size: 17 })}
      ${lettering(`¥${amount}`, 323, 180, { size: 26, align: 'end' })}
      ${unpaid ? '' : stamp()}
    </g>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none"
    width="840" height="${Math.round((840 * height) / width)}">
    <rect width="${width}" height="${height}" fill="#f3f1ea"/>${drawn.join('')}</svg>`
  return await sharp(Buffer.from(svg)).jpeg({ quality: 72 }).toBuffer()
}
