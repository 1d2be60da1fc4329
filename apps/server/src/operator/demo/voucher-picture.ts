import sharp from 'sharp'
import { lettering } from './lettering.ts'

export interface Slip {
  date: string
  /** Yuan. */
  amount: string
  /** What was bought. */
  text?: string
}

/** A scanned A4 sheet with up to eight pasted receipts, as JPEG of 840 × 1188. */
export async function voucherPicture(slips: readonly Slip[]): Promise<Buffer> {
  const drawn = slips.slice(0, 8).map(({ date, amount, text = '' }, index) => {
    const [x, y] = [60 + (index % 2) * 375, 70 + Math.floor(index / 2) * 270]
    return `<g transform="translate(${x} ${y}) rotate(${(index % 3) - 1})">
      <path d="M0 0h345v235h-345z" fill="#fffef9" stroke="#8d8a80"/>
      ${lettering('收据', 172, 12, { size: 24, align: 'middle' })}
      ${lettering(date, 22, 58, { size: 16 })}
      <path d="M20 92h305M20 128h305M20 164h305" stroke="#c9c4b4"/>
      ${lettering(text, 22, 100, { size: 17 })}
      ${lettering(`¥${amount}`, 323, 180, { size: 26, align: 'end' })}
      <ellipse cx="276" cy="56" rx="44" ry="26" fill="none" stroke="#c8322b" stroke-width="3" opacity="0.7"/>
      ${lettering('现金收讫', 276, 46, { size: 17, color: '#c8322b', align: 'middle' })}
    </g>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 840 1188" width="840" height="1188">
    <rect width="840" height="1188" fill="#f3f1ea"/>${drawn.join('')}</svg>`
  return await sharp(Buffer.from(svg)).jpeg({ quality: 72 }).toBuffer()
}
