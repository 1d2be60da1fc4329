import sharp from 'sharp'

/** A PNG of one colour, such as `#c88d0f`. */
export const png = (width: number, height: number, background: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
