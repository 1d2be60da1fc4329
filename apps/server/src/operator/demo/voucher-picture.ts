import sharp from 'sharp'
import { digits } from './invoice-picture.ts'

interface Slip {
  date: string
  /** Yuan. */
  amount: string
}

/** A scanned A4 sheet with up to eight pasted slips, as JPEG of 840 × 1188. Without words: a server may have no fonts. */
export async function voucherPicture(slips: readonly Slip[]): Promise<Buffer> {
  const drawn = slips.slice(0, 8).map(({ date, amount }, index) => {
    const [x, y] = [60 + (index % 2) * 375, 70 + Math.floor(index / 2) * 270]
    return `<g transform="translate(${x} ${y}) rotate(${(index % 3) - 1})">
      <path d="M0 0h345v235h-345z" fill="#fffef9" stroke="#8d8a80"/>
      <path d="M20 92h305M20 128h305M20 164h305" stroke="#c9c4b4"/>
      <ellipse cx="282" cy="50" rx="40" ry="24" fill="none" stroke="#c8322b" stroke-width="3" opacity="0.7"/>
      ${digits(date, 22, 40)}${digits(amount, 150, 192, 1.2)}
    </g>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 840 1188" width="840" height="1188">
    <rect width="840" height="1188" fill="#f3f1ea"/>${drawn.join('')}</svg>`
  return await sharp(Buffer.from(svg)).jpeg({ quality: 72 }).toBuffer()
}
