import { writeFile } from 'node:fs/promises'
import { addDays } from '@pianzhang/contract/calendar'
import { titleUpdate } from '@pianzhang/contract/missing-invoices'
import { type Fen, yuan } from '@pianzhang/contract/money'
import { thumbKey } from '../../base/attachments/link.ts'
import { makeThumb } from '../../base/attachments/upload/picture.ts'
import { createInvoices, type NewInvoice } from '../../base/invoices/save.ts'
import { saveTitle } from '../../features/missing-invoices/title.ts'
import { newCode, sha256 } from '../../platform/codes.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProjectContext } from '../../platform/http/route.ts'
import { TRADES } from './content.ts'
import { type InvoiceForm, invoicePicture, taxOf } from './invoice-picture.ts'
import { areaOf, creditCodeOf } from './payees.ts'
import { DEMO_COMPANY } from './people.ts'
import type { Random } from './random.ts'

const FREE_INVOICES = 18
/** How many of the `FREE_INVOICES` were just uploaded and wait for their check. */
const UNCHECKED_INVOICES = 5

/** Those who issue invoices themselves, and not the members of the crew who bought something. */
const SELLERS = TRADES.filter(({ rate }) => rate !== null)

/** What an invoice is for, and its tax rate as a line has it: 6%, 免税. */
interface Sold {
  goods: string
  rate: string | null
}

/** A digital invoice whose verification passed. */
export function passedInvoice(
  random: Random,
  invoice_type: string,
  billing_date: string,
  seller_name: string,
  total_amount: Fen,
  { goods, rate }: Sold,
): NewInvoice {
  const { net, tax } = taxOf(total_amount, percentOf(rate))
  const item = { name: goods, quantity: '1', unit_price: yuan(net), amount_yuan: yuan(net) }
  return {
    status: 0,
    reason: '人工核验通过',
    invoice_type,
    invoice_number: `${billing_date.slice(2, 4)}${areaOf(seller_name)}2000000${random.int(100_000_000, 999_999_999)}`,
    billing_date,
    total_amount,
    amount_without_tax: net,
    tax_amount: tax,
    seller_name,
    seller_tax_no: creditCodeOf(seller_name),
    buyer_name: DEMO_COMPANY,
    buyer_tax_no: creditCodeOf(DEMO_COMPANY),
    items: [{ ...item, tax_rate: rate ?? '免税', tax_amount_yuan: yuan(tax) }],
  }
}

/** `6%` is 6; null: exempt. */
const percentOf = (rate: string | null): number | null =>
  rate?.endsWith('%') ? Number.parseInt(rate, 10) : null

/** Invoices that no line uses: to choose from, to check, and one that was uploaded twice. */
export async function addFreeInvoices(
  tx: Tx,
  context: ProjectContext,
  random: Random,
  last: string,
): Promise<void> {
  const free = Array.from({ length: FREE_INVOICES }, (_, index) => {
    const amount = BigInt(random.int(2_000, 60_000)) * 100n
    const { payee, summaries, rate } = random.pick(SELLERS)
    return passedInvoice(random, '31', addDays(last, -index), payee, amount, {
      goods: summaries[0] ?? '',
      rate,
    })
  })
  const scanned = await Promise.all(free.map((invoice) => withPicture(tx, context, invoice)))
  const uploaded = scanned.slice(0, UNCHECKED_INVOICES).map(unchecked)
  const passed = scanned.slice(UNCHECKED_INVOICES)
  // Oldest first, as the list shows the newest creation first.
  await createInvoices(tx, context, [...passed.reverse(), ...uploaded.reverse()])
  const twice = passed.slice(0, 1).map(({ files: _, ...invoice }) => withPicture(tx, context, invoice))
  await createInvoices(tx, context, (await Promise.all(twice)).map(unchecked))
}

/** The invoice as an upload creates it: the QR code names neither seller nor buyer. */
const unchecked = (invoice: NewInvoice): NewInvoice => ({
  ...invoice,
  status: 2,
  reason: '',
  seller_name: '',
  ...{ seller_tax_no: '', buyer_name: '', buyer_tax_no: '', items: [] },
})

/** Whom the project's invoices are made out to. */
export async function addInvoiceTitle(tx: Tx, context: ProjectContext): Promise<void> {
  const title = { name: DEMO_COMPANY, tax_no: creditCodeOf(DEMO_COMPANY), version: 0 }
  await saveTitle(tx, context, { params: undefined, query: undefined, body: titleUpdate.parse(title) })
}

/** The invoices with their electronic originals, which are XML. */
export async function withOriginals(
  tx: Tx,
  context: ProjectContext,
  invoices: readonly NewInvoice[],
): Promise<NewInvoice[]> {
  const originals = invoices.map((invoice) => Buffer.from(xmlOf(invoice)))
  const files = await storeFiles(
    tx,
    context,
    'xml',
    originals.map((bytes, index) => ({ bytes, file_name: `${invoices[index]?.invoice_number}.xml` })),
  )
  return invoices.map((invoice, index) => {
    const [bytes, file] = [originals[index], files[index]]
    if (!bytes || !file) return invoice
    const original = { attachment_id: file.id, sha256: sha256(bytes).toString('hex'), part: 1, pages: [] }
    return { ...invoice, files: [original, ...(invoice.files ?? [])] }
  })
}

/** The parts of an EInvoice (财政部《电子凭证会计数据标准》) that our reader takes: packages/einvoice. */
const xmlOf = ({
  invoice_number = '',
  invoice_type,
  billing_date,
  total_amount,
  seller_name = '',
}: NewInvoice): string => `<?xml version="1.0" encoding="UTF-8"?>
<EInvoice>
  <Header><EIid>${invoice_number}</EIid><InherentLabel><GeneralOrSpecialVAT><LabelCode>${invoice_type === '31' ? '01' : '02'}</LabelCode></GeneralOrSpecialVAT></InherentLabel></Header>
  <EInvoiceData>
    <SellerInformation><SellerName>${seller_name}</SellerName></SellerInformation>
    <BuyerInformation><BuyerName>${DEMO_COMPANY}</BuyerName></BuyerInformation>
    <BasicInformation><TotalTax-includedAmount>${yuan(total_amount ?? 0n)}</TotalTax-includedAmount><RequestTime>${billing_date}</RequestTime></BasicInformation>
  </EInvoiceData>
  <TaxSupervisionInfo><InvoiceNumber>${invoice_number}</InvoiceNumber><IssueTime>${billing_date} 10:00:00</IssueTime></TaxSupervisionInfo>
</EInvoice>
`

/** The invoice with a picture that has its QR code, stored as an upload would be. */
export async function withPicture(tx: Tx, context: ProjectContext, invoice: NewInvoice): Promise<NewInvoice> {
  const { invoice_type, invoice_number = '', billing_date, total_amount, items = [] } = invoice
  const [item] = items
  const date = billing_date ?? ''
  const amount = yuan(total_amount ?? 0n)
  const crc = invoice_number.slice(-4)
  const coded = `01,${invoice_type},,${invoice_number},${amount},${date.replaceAll('-', '')},,${crc},`
  const form: InvoiceForm = {
    kind: invoice_type === '31' ? '增值税专用发票' : '普通发票',
    buyer: { name: DEMO_COMPANY, taxNo: creditCodeOf(DEMO_COMPANY) },
    seller: { name: invoice.seller_name ?? '', taxNo: invoice.seller_tax_no ?? '' },
    goods: item?.name ?? '',
    rate: percentOf(item?.tax_rate ?? null),
  }
  const picture = await invoicePicture({ coded, number: invoice_number, date, amount, form })
  const { id: attachment_id } = await storePicture(
    tx,
    context,
    picture,
    `发票${invoice_number.slice(-6)}.jpg`,
  )
  const file = { attachment_id, sha256: sha256(picture).toString('hex'), part: 1, pages: [] }
  return { ...invoice, coded, files: [file] }
}

/** Stores a JPEG as an upload would be; returns the attachment. */
export async function storePicture(
  tx: Tx,
  context: ProjectContext,
  picture: Buffer,
  file_name: string,
): Promise<{ id: bigint; code: string }> {
  const [stored] = await storeFiles(tx, context, 'jpg', [{ bytes: picture, file_name }])
  if (!stored) throw new Error('nothing was stored')
  return stored
}

/** Stores files of one kind as uploads would be, pictures with a thumbnail; returns their attachments. */
async function storeFiles(
  tx: Tx,
  { services, project, userId, now }: ProjectContext,
  kind: 'jpg' | 'xml',
  files: readonly { bytes: Buffer; file_name: string }[],
): Promise<{ id: bigint; code: string }[]> {
  if (files.length === 0) return []
  const rows = files.map(({ bytes, file_name }) => {
    const code = newCode()
    return {
      project_id: project.id,
      code,
      file_name,
      file_size: BigInt(bytes.length),
      kind,
      storage_key: `attachments/${project.code}/${code}.${kind}`,
      has_thumb: kind === 'jpg',
      creator_id: userId,
      token_id: newCode(),
      created_at: now,
    }
  })
  // Beside each other, as each waits for the disk.
  await Promise.all(
    rows.map(async ({ storage_key, has_thumb }, index) => {
      const path = await services.storage.temp()
      await writeFile(path, files[index]?.bytes ?? '', { mode: 0o600 })
      if (has_thumb) {
        const thumb = await services.storage.temp()
        await makeThumb(path, 'jpg', thumb)
        await services.storage.put(thumbKey(storage_key), thumb)
      }
      await services.storage.put(storage_key, path)
    }),
  )
  return await tx.insertInto('attachments').values(rows).returning(['id', 'code']).execute()
}
