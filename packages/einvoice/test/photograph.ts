import sharp from 'sharp'

export interface Shot {
  /** Degrees. */
  angle?: number
  /** Sigma of the blur in px. */
  blur?: number
  /** Of the JPEG. */
  quality?: number
  /** Width of the photograph, of which the QR code takes an eighth. */
  width?: number
  /** Shear, as of a camera held askew: each px to the right is this many px lower. */
  shear?: number
}

/** A photograph of a form (an SVG of 1200 × 760) on a table as JPEG; at 1,600 px the form is drawn in its own size. */
export async function photograph(
  formSvg: string,
  { angle = 0, blur = 0, quality = 80, width = 1600, shear = 0 }: Shot = {},
): Promise<Buffer> {
  const height = Math.round(width * 0.75)
  const scale = width / 1600
  const form = formSvg.replace('<svg ', '<svg x="200" y="220" ')
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1200" width="${width}" height="${height}">
    <rect width="1600" height="1200" fill="#8d8478"/>
    <g transform="matrix(1 ${shear} 0 1 0 ${-shear * 800}) rotate(${angle} 800 600)">${form}</g></svg>`
  const picture = sharp(Buffer.from(scene))
  return await (blur > 0 ? picture.blur(blur * scale) : picture).jpeg({ quality }).toBuffer()
}
