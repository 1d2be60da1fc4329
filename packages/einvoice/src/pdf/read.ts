import { getResolvedPDFJS } from 'unpdf'
import { codesOf } from '../codes.ts'
import { damaged, OriginalError } from '../errors.ts'
import { invoicesOf, type PageReading, type PagesReading } from '../pages.ts'
import { workedMs } from '../qr-codes.ts'
import { READ_PAGES } from '../quota.ts'
import { refuseActions } from './actions.ts'
import { ChineseMaps } from './cmaps.ts'
import type { PdfDocument, PdfPage } from './document.ts'
import { type DrawnText, type Piece, piecesOf } from './form.ts'
import { readForms } from './forms.ts'
import { picturesOf } from './pictures.ts'

/** An invoice has one page, one with many lines some more; people join the invoices of a month in one file. */
const MAX_PAGES = 200
/** Characters of one page; a full form has some thousand. */
const MAX_LENGTH = 50_000
/** Chinese characters that an invoice whose labels are drawn as a picture does not have: names, lines, and the total in words. */
const MANY_CHARACTERS = 300
/** Words of the forms of invoices, receipts and tickets. */
const FORM_WORDS =
  /发票(号码|代码|监制)|开票(日期|人)|校验码|纳税人识别号|小写|票据|收据|客票|车票|行程单|通行费|完税|缴款书|invoice|receipt/i
/** A page with fewer Chinese characters has no text of a form: if it draws something, an invoice may be on it as a picture, and it is named as unread. */
const FEW_CHARACTERS = 50
/** Operators of a page that draws something: an empty one has a few. */
const DRAWN_OPERATORS = 20
/** Larger pictures are skipped; a QR code has some hundred pixels. */
const MAX_PIXELS = 16_000_000

/** The time of pdf.js for the whole file; an invoice takes a tenth of a second. */
const LIMIT_MS = 10_000
/** The work for the QR codes of one page, and of all pages: a page whose code is not read any more is named as one without an invoice. */
const CODES_MS = 3_000
const ALL_CODES_MS = 15_000

interface PdfReading extends PagesReading {
  /** How many pages there are, of which the first 50 are read. */
  pages: number
  /** The document is no invoice, such as a contract: its pages have much text, but none of the words that invoices and tickets have. */
  foreign: boolean
}

/**
 * Reads the text layer and the QR codes of a PDF's pages. Without both all fields stay empty. Refuses PDFs with a password, scripts or opening
 * actions; reads no other file and no network. Throws `OriginalError`.
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
  let stopped = false
  const limited = limiter(() => {
    stopped = true
    void loading.destroy()
  })
  try {
    const document = await limited(async () => {
      const opened = await loading.promise
      if (opened.numPages > MAX_PAGES)
        throw new OriginalError('too_many_pages', { found: String(opened.numPages), limit: MAX_PAGES })
      await refuseActions(opened, bytes)
      return opened
    })
    return await readPages(document, limited)
  } catch (error) {
    throw refusal(error)
  } finally {
    if (!stopped) await loading.destroy()
  }
}

type Limited = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Runs work of pdf.js, at most `LIMIT_MS` in all, then calls `stop` and throws: pdf.js ends at its next await, mostly without settling its promises.
 * If it never awaits, only ending the process from outside helps.
 */
function limiter(stop: () => void): Limited {
  let left = LIMIT_MS
  return async (work) => {
    const began = performance.now()
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      stop()
      reject(new OriginalError('timeout'))
    }, left)
    try {
      return await Promise.race([work(), late])
    } finally {
      clearTimeout(timer)
      left = Math.max(0, left - (performance.now() - began))
    }
  }
}

async function readPages(document: PdfDocument, limited: Limited): Promise<PdfReading> {
  const pages: PageReading[] = []
  let text = ''
  let codesMs = ALL_CODES_MS
  for (let number = 1; number <= Math.min(document.numPages, READ_PAGES); number++) {
    const { pieces, width, pictures, operators } = await limited(async () => {
      const page = await document.getPage(number)
      const [left = 0, bottom = 0, right = 0, top = 0] = page.view
      const { pieces, width } = piecesOf(await textsOf(page), [left, bottom, right, top])
      const drawn = await picturesOf(page)
      page.cleanup()
      return { pieces, width, ...drawn }
    })
    const own = textOf(pieces)
    text += own
    const began = workedMs()
    const codes = await codesOf(pictures, Math.min(CODES_MS, codesMs))
    codesMs -= workedMs() - began
    const doubtful = FORM_WORDS.test(own) || (chineseIn(own) < FEW_CHARACTERS && operators >= DRAWN_OPERATORS)
    pages.push({ page: number, forms: readForms(pieces, width), codes, doubtful })
  }
  const foreign = chineseIn(text) >= MANY_CHARACTERS && !FORM_WORDS.test(text)
  return { ...invoicesOf(pages), pages: document.numPages, foreign }
}

const textOf = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join('')
const chineseIn = (text: string) => text.match(/\p{Script=Han}/gu)?.length ?? 0

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
