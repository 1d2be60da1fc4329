import { invoicePicture } from '../apps/server/src/start/demo/invoice-picture.ts'

/** A picture of an invoice with a QR code. */
export const scan = (number: string, amount = '1234.50') =>
  invoicePicture({ coded: `01,32,,${number},${amount},20261102,,A1B2,`, number, date: '2026-11-02', amount })

export const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })
