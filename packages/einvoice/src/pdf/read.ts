import { getResolvedPDFJS } from 'unpdf'
import { damaged, OriginalError } from '../errors.ts'
import { joined, NO_FIELDS, type OriginalFields } from '../fields.ts'
import { refuseActions } from './actions.ts'
import { ChineseMaps } from './cmaps.ts'
import type { PdfDocument, PdfPage } from './document.ts'
import { type DrawnText, piecesOf } from './form.ts'
import { readForm } from './form-fields.ts'
import { type Picture, picturesOf } from './pictures.ts'

/** An invoice has one page; one with many lines has some more. */
const MAX_PAGES = 200
const READ_PAGES = 10
/** Characters of one page; a full form has some thousand. */
const MAX_LENGTH = 50_000
/** Chinese characters that an invoice whose labels are drawn as a picture does not have: names, lines, and the total in words. */
const MANY_CHARACTERS = 300
/** Words of the forms of invoices, receipts and tickets. */
const FORM_WORDS =
  /发票(号码|代码|监制)|开票(日期|人)|校验码|纳税人识别号|小写|票据|收据|客票|车票|行程单|通行费|完税|缴款书|invoice|receipt/i
/** Larger pictures are skipped; a QR code has some hundred pixels. */
const MAX_PIXELS = 16_000_000

/** An invoice takes a tenth of a second. */
const LIMIT_MS = 10_000

export interface PdfReading {
  fields: OriginalFields
  /** Pictures of the first page, one of which may be the QR code. */
  pictures: Picture[]
  /** The document is no invoice, such as a contract: its pages have much text, but none of the words that invoices and tickets have. */
  foreign: boolean
}

/**
 * Reads the text layer of a PDF and the pictures of its first page. Without a text layer all fields stay empty. Refuses PDFs with a password,
 * scripts or opening actions; reads no other file and no network. Throws `OriginalError`.
 */
export async function readPdf(bytes: Buffer): Promise<PdfReading> {
  const { getDocument } = await getResolvedPDFJS()
  const loading = getDocument({
    // A copy: pdf.js takes the buffer over.
    data: new Uint8Array(bytes),
    BinaryDataFactory: ChineseMaps,
    // Nothing is fetched from here: pdf.js asks the factory only if an address is set.
    cMapUrl: 'maps/',
    cMapPacked: false,
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    maxImageSize: MAX_PIXELS,
    verbosity: 0,
  })
  // Stops pdf.js at its next await. If it never awaits, only ending the process from outside helps.
  let late = false
  const timer = setTimeout(() => {
    late = true
    void loading.destroy()
  }, LIMIT_MS)
  try {
    const document = await loading.promise
    if (document.numPages > MAX_PAGES)
      throw new OriginalError('too_many_pages', { found: String(document.numPages), limit: MAX_PAGES })
    await refuseActions(document, bytes)
    return await readPages(document)
  } catch (error) {
    throw late ? new OriginalError('timeout', { cause: error }) : refusal(error)
  } finally {
    clearTimeout(timer)
    await loading.destroy()
  }
}

async function readPages(document: PdfDocument): Promise<PdfReading> {
  let fields: OriginalFields = NO_FIELDS
  let pictures: Picture[] = []
  let text = ''
  for (let number = 1; number <= Math.min(document.numPages, READ_PAGES); number++) {
    const page = await document.getPage(number)
    const { width, height } = page.getViewport({ scale: 1, rotation: 0 })
    const pieces = piecesOf(await textsOf(page), height)
    for (const piece of pieces) text += piece.text
    const found = readForm(pieces, width)
    fields = { ...joined(fields, found), items: [...fields.items, ...found.items] }
    if (number === 1) pictures = await picturesOf(page)
    page.cleanup()
  }
  const characters = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const foreign = characters >= MANY_CHARACTERS && !FORM_WORDS.test(text)
  return { fields, pictures, foreign }
}

async function textsOf(page: PdfPage): Promise<DrawnText[]> {
  const reader = page.streamTextContent().getReader()
  const texts: DrawnText[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    for (const item of value.items)
      if ('str' in item && item.str !== '') {
        length += item.str.length
        if (length <= MAX_LENGTH) texts.push(item)
      }
  }
  // Read to the end: pdf.js leaves an unhandled rejection behind when its stream is cancelled.
  if (length > MAX_LENGTH) throw new OriginalError('too_much_text')
  return texts
}

function refusal(error: unknown): unknown {
  if (error instanceof OriginalError || !(error instanceof Error)) return error
  if (error.name === 'PasswordException')
    return new OriginalError('encrypted', { format: 'pdf', cause: error })
  return damaged('pdf', error)
}
