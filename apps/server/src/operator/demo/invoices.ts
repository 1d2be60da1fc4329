import { writeFile } from 'node:fs/promises'
import { addDays } from '@pianzhang/contract/calendar'
import { type Fen, yuan } from '@pianzhang/contract/money'
import { thumbKey } from '../../modules/attachments/link.ts'
import { makeThumb } from '../../modules/attachments/upload/picture.ts'
import { createInvoices, type NewInvoice } from '../../modules/invoices/save.ts'
import { newCode, sha256 } from '../../platform/codes.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { TRADES } from './content.ts'
import { invoicePicture } from './invoice-picture.ts'
import type { Random } from './random.ts'

const FREE_INVOICES = 18
/** How many of the `FREE_INVOICES` were just uploaded and wait for their check. */
const UNCHECKED_INVOICES = 5

/** A digital invoice whose verification passed. */
export const passedInvoice = (
  random: Random,
  invoice_type: string,
  billing_date: string,
  seller_name: string,
  total_amount: Fen,
): NewInvoice => ({
  status: 0,
  reason: '人工核验通过',
  invoice_type,
  invoice_number: `26${random.int(100_000_000, 999_999_999)}${random.int(100_000_000, 999_999_999)}`,
  billing_date,
  total_amount,
  seller_name,
})

/** Invoices that no line uses: to choose from, to check, and one that was uploaded twice. */
export async function addFreeInvoices(
  tx: Tx,
  context: ProjectContext,
  random: Random,
  last: string,
): Promise<void> {
  const free = Array.from({ length: FREE_INVOICES }, (_, index) => {
    const amount = BigInt(random.int(2_000, 60_000)) * 100n
    return passedInvoice(random, '31', addDays(last, -index), random.pick(TRADES).payer, amount)
  })
  const scanned = await Promise.all(free.map((invoice) => withPicture(tx, context, invoice)))
  const uploaded = scanned.slice(0, UNCHECKED_INVOICES).map(unchecked)
  const passed = scanned.slice(UNCHECKED_INVOICES)
  // Oldest first, as the list shows the newest creation first.
  await createInvoices(tx, context, [...passed.reverse(), ...uploaded.reverse()])
  const twice = passed.slice(0, 1).map(({ files: _, ...invoice }) => unchecked(invoice))
  const again = await Promise.all(twice.map((invoice) => withPicture(tx, context, invoice)))
  await createInvoices(tx, context, again)
}

/** The invoice as an upload creates it, without a seller: the QR code does not name the seller. */
const unchecked = (invoice: NewInvoice): NewInvoice => ({
  ...invoice,
  status: 2,
  reason: '',
  seller_name: '',
})

/** The invoice with a picture that has its QR code, stored as an upload would be. */
export async function withPicture(tx: Tx, context: ProjectContext, invoice: NewInvoice): Promise<NewInvoice> {
  const { invoice_type, invoice_number = '', billing_date, total_amount } = invoice
  const date = billing_date ?? ''
  const amount = yuan(total_amount ?? 0n)
  const crc = invoice_number.slice(-4)
  const coded = `01,${invoice_type},,${invoice_number},${amount},${date.replaceAll('-', '')},,${crc},`
  const picture = await invoicePicture({ coded, number: invoice_number, date, amount })
  const { id: attachment_id } = await storePicture(
    tx,
    context,
    picture,
    `发票${invoice_number.slice(-6)}.jpg`,
  )
  return { ...invoice, coded, files: [{ attachment_id, sha256: sha256(picture).toString('hex') }] }
}

/** Stores a JPEG as an upload would be; returns the attachment. */
export async function storePicture(
  tx: Tx,
  { services, project, userId, now }: ProjectContext,
  picture: Buffer,
  file_name: string,
): Promise<{ id: bigint; code: string }> {
  const code = newCode()
  const storage_key = `attachments/${project.code}/${code}.jpg`
  const [path, thumb] = [await services.storage.temp(), await services.storage.temp()]
  await writeFile(path, picture, { mode: 0o600 })
  await makeThumb(path, 'jpg', thumb)
  await services.storage.put(thumbKey(storage_key), thumb)
  await services.storage.put(storage_key, path)
  const { id } = await tx
    .insertInto('attachments')
    .values({
      project_id: project.id,
      code,
      file_name,
      file_size: BigInt(picture.length),
      kind: 'jpg',
      storage_key,
      has_thumb: true,
      creator_id: userId,
      token_id: newCode(),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, code }
}
