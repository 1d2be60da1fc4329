import { halfWidth } from '@pianzhang/decimal'
import { readFen } from './amounts.ts'
import type { Archive } from './archive.ts'
import { NO_FIELDS, type OriginalFields } from './fields.ts'
import type { PageReading } from './pages.ts'
import { type DrawnText, piecesOf } from './pdf/form.ts'
import { readForms } from './pdf/forms.ts'
import { READ_PAGES } from './quota.ts'
import { typeOfForm } from './titles.ts'
import { readText } from './values.ts'
import { readXml } from './xml-reader.ts'

/** The index of the fields of a page, the pages, and the forms behind them, in the folder of a document (GB/T 33190, 7.4, 7.7 and 16). */
const TAGS = /^tags\/(.*\/)?customtag\.xml$/
const PAGE = /^pages\/page_(\d+)\/content\.xml$/
const FORM = /^tpls\/tpl_(\d+)\/content\.xml$/

const POINTS_PER_MM = 72 / 25.4
/** Without the size of its font a text is taken to be half as high as its box. */
const PART_OF_BOX = 0.5

/** What a document of an OFD shows. */
export interface Drawn {
  /** The type and the fields that an index finds on the pages. */
  indexed: OriginalFields
  /** The first pages, at most 50. */
  pages: PageReading[]
  /** How many there are. */
  count: number
}

/** Reads what the document in `folder` (with a slash at its end) draws. A text that does not look like its field is left out. */
export async function readDrawn(archive: Archive, folder: string): Promise<Drawn> {
  const parts = partsOf(archive, folder)
  const forms = await textsOf(archive, parts, FORM)
  const shown = await textsOf(archive, parts, PAGE)
  const texts = new Map([...shown.values()].flat().map(({ id, text }) => [id, text]))
  const references = await referencesOf(archive, parts)
  const text = (name: string) =>
    (references.get(name) ?? [])
      .map((id) => texts.get(id) ?? '')
      .join('')
      .trim()
  const taxNo = (name: string) => /^[0-9A-Z]{15,20}$/.exec(halfWidth(text(name)).toUpperCase())?.[0] ?? ''
  const all = [...shown.values(), ...forms.values()].flat()
  const indexed = {
    ...NO_FIELDS,
    invoice_type: typeOfForm(all.map((line) => halfWidth(line.text).replace(/\s/g, ''))),
    seller_name: readText('seller_name', text('SellerName')),
    seller_tax_no: taxNo('SellerTaxID'),
    buyer_name: readText('buyer_name', text('BuyerName')),
    buyer_tax_no: taxNo('BuyerTaxID'),
    total_amount: readFen(text('TaxInclusiveTotalAmount')),
  }
  const pages = [...shown].map(([number, lines]): PageReading => {
    // A form may serve all pages.
    const form = forms.get(number) ?? forms.get(0) ?? []
    const drawn = [...form, ...lines].flatMap((line) => line.drawn ?? [])
    const { pieces, width } = piecesOf(drawn, BOX)
    return { page: number + 1, forms: readForms(pieces, width), codes: [], doubtful: lines.length === 0 }
  })
  const count = [...parts.keys()].filter((place) => PAGE.test(place)).length
  return { indexed, pages, count }
}

/** Texts have distances from the top of the page, in points; where its right side is does not matter. */
const BOX = [0, -100_000, 100_000, 0] as const

/** The files of a document by their paths in its folder. */
const partsOf = (archive: Archive, folder: string): Map<string, string> =>
  new Map(
    archive
      .files()
      .filter(({ name }) => name.startsWith(folder))
      .map(({ name }) => [name.slice(folder.length), name]),
  )

/** A drawn text with the id of its object. */
interface Text {
  id: string
  text: string
  /** Null without a place on the page. */
  drawn: DrawnText | null
}

/** The texts of pages or forms, by their number from 0 on. */
async function textsOf(
  archive: Archive,
  parts: ReadonlyMap<string, string>,
  path: RegExp,
): Promise<Map<number, Text[]>> {
  const numbered = [...parts].flatMap(([place, name]) => {
    const number = path.exec(place)?.[1]
    return number === undefined ? [] : [{ number: Number(number), name }]
  })
  const pages = new Map<number, Text[]>()
  for (const { number, name } of numbered.toSorted((a, b) => a.number - b.number).slice(0, READ_PAGES))
    pages.set(number, textsIn(await archive.read(name)))
  return pages
}

type Attributes = Readonly<Record<string, string>>

function textsIn(bytes: Buffer): Text[] {
  const texts: Text[] = []
  let object: Attributes = {}
  let code: Attributes = {}
  readXml(bytes, {
    open: (_path, attributes, name) => {
      if (name === 'TextObject') object = attributes
      if (name === 'TextCode') code = attributes
    },
    close: (place, text) => {
      if (place.endsWith('/TextCode') && object.ID !== undefined)
        texts.push({ id: object.ID, text, drawn: drawnAs(text, object, code) })
    },
  })
  const joined = Map.groupBy(texts, ({ id }) => id)
  // An object may have several texts, which its id stands for together.
  return texts.map((one) => ({
    ...one,
    text: joined
      .get(one.id)!
      .map(({ text }) => text)
      .join(''),
  }))
}

const numbersOf = (text = '') => text.trim().split(/\s+/).map(Number)

/** A text as a PDF would draw it: its box in mm, its own coordinates in the matrix of the object. */
function drawnAs(str: string, object: Attributes, code: Attributes): DrawnText | null {
  const [boxX = Number.NaN, boxY = Number.NaN, , boxHeight = Number.NaN] = numbersOf(object.Boundary)
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = object.CTM ? numbersOf(object.CTM) : []
  const size = object.Size ? Number(object.Size) : boxHeight * PART_OF_BOX
  const [x, y] = [Number(code.X ?? 0), Number(code.Y ?? 0)]
  const place = [boxX + a * x + c * y + e, boxY + b * x + d * y + f].map((mm) => mm * POINTS_PER_MM)
  const [left = Number.NaN, base = Number.NaN] = place
  const scale = POINTS_PER_MM
  const transform = [a * size, -b * size, -c * size, d * size].map((value) => value * scale)
  const drawn = {
    str,
    transform: [...transform, left, -base],
    width: widthOf(str, size, code) * Math.hypot(a, b) * scale,
  }
  return [...drawn.transform, drawn.width].every(Number.isFinite) ? drawn : null
}

/** The width of a text in its own coordinates: the distances between its characters, where they are given. */
function widthOf(text: string, size: number, { DeltaX }: Attributes): number {
  const own = (sign: string) => (sign < '\u0100' ? size / 2 : size)
  const signs = [...text]
  if (!DeltaX) return signs.reduce((sum, sign) => sum + own(sign), 0)
  const distances: number[] = []
  const words = DeltaX.trim().split(/\s+/)
  for (let at = 0; at < words.length && distances.length < signs.length; at++) {
    if (words[at] !== 'g') distances.push(Number(words[at]))
    else {
      // `g 3 4.2`: three times 4.2.
      const count = Math.min(Number(words[at + 1]), signs.length)
      for (let n = 0; n < count; n++) distances.push(Number(words[at + 2]))
      at += 2
    }
  }
  const steps = distances.slice(0, signs.length - 1).reduce((sum, step) => sum + step, 0)
  return steps + own(signs.at(-1) ?? '')
}

/** The ids of the objects of each field, by the name of the element around their references. */
async function referencesOf(
  archive: Archive,
  parts: ReadonlyMap<string, string>,
): Promise<Map<string, string[]>> {
  const references = new Map<string, string[]>()
  const tags = [...parts].find(([place]) => TAGS.test(place))
  if (tags)
    readXml(await archive.read(tags[1]), {
      close: (place, text) => {
        const [name, reference] = place.split('/').slice(-2)
        if (reference !== 'ObjectRef' || name === undefined) return
        references.set(name, [...(references.get(name) ?? []), text.trim()])
      },
    })
  return references
}
