import { halfWidth } from '@pianzhang/decimal'
import { readFen } from './amounts.ts'
import type { Archive } from './archive.ts'
import { NO_FIELDS, type OriginalFields } from './fields.ts'
import { typeOfForm } from './titles.ts'
import { readText } from './values.ts'
import { readXml } from './xml-reader.ts'

/** The index of the fields of a page, the first page, and the form behind it (GB/T 33190, 7.4 and 16). */
const TAGS = /(^|\/)tags\/(.*\/)?customtag\.xml$/
const PAGE = /(^|\/)pages\/page_0\/content\.xml$/
const FORM = /(^|\/)tpls\/tpl_0\/content\.xml$/

/**
 * Fields that the page of an OFD shows and its custom data lack: the type, read from the form's title, and the parties, whose texts are found
 * by an index of the drawn objects. A text that does not look like its field is left out.
 */
export async function readDrawn(archive: Archive): Promise<OriginalFields> {
  const page = await textsOf(archive, PAGE)
  const form = await textsOf(archive, FORM)
  const references = await referencesOf(archive)
  const text = (name: string) =>
    (references.get(name) ?? [])
      .map((id) => page.get(id) ?? '')
      .join('')
      .trim()
  const taxNo = (name: string) => /^[0-9A-Z]{15,20}$/.exec(halfWidth(text(name)).toUpperCase())?.[0] ?? ''
  const titles = [...page.values(), ...form.values()].map((line) => halfWidth(line).replace(/\s/g, ''))
  return {
    ...NO_FIELDS,
    invoice_type: typeOfForm(titles),
    seller_name: readText('seller_name', text('SellerName')),
    seller_tax_no: taxNo('SellerTaxID'),
    buyer_name: readText('buyer_name', text('BuyerName')),
    buyer_tax_no: taxNo('BuyerTaxID'),
    total_amount: readFen(text('TaxInclusiveTotalAmount')),
  }
}

const partOf = async (archive: Archive, path: RegExp): Promise<Buffer | null> => {
  const file = archive.files().find(({ name }) => path.test(name))
  return file ? await archive.read(file.name) : null
}

/** The drawn texts by the id of their object. */
async function textsOf(archive: Archive, path: RegExp): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  const bytes = await partOf(archive, path)
  if (!bytes) return texts
  let id = ''
  readXml(bytes, {
    open: (_path, attributes, name) => {
      if (name === 'TextObject') id = attributes.ID ?? ''
    },
    close: (place, text) => {
      if (place.endsWith('/TextCode') && id !== '') texts.set(id, (texts.get(id) ?? '') + text)
    },
  })
  return texts
}

/** The ids of the objects of each field, by the name of the element around their references. */
async function referencesOf(archive: Archive): Promise<Map<string, string[]>> {
  const references = new Map<string, string[]>()
  const bytes = await partOf(archive, TAGS)
  if (bytes)
    readXml(bytes, {
      close: (place, text) => {
        const [name, reference] = place.split('/').slice(-2)
        if (reference !== 'ObjectRef' || name === undefined) return
        references.set(name, [...(references.get(name) ?? []), text.trim()])
      },
    })
  return references
}
