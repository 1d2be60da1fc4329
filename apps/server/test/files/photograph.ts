import { photograph as photographed, type Shot } from '../../../../packages/einvoice/test/photograph.ts'
import { type DrawnInvoice, invoiceSvg } from '../../src/start/demo/invoice-picture.ts'

/** A photograph of an invoice on a table as JPEG; at 1,600 px its QR code has 200. */
export const photograph = async (invoice: DrawnInvoice, shot: Shot): Promise<Buffer> =>
  await photographed(await invoiceSvg(invoice, 200), shot)
