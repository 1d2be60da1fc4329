import { inflateSync } from 'node:zlib'
import { OriginalError } from '../errors.ts'
import type { PdfDocument } from './document.ts'

/** The most unpacked bytes of all object streams that are searched. */
const MAX_OBJECT_BYTES = 32 * 1024 * 1024
/** The most versions of the catalog in one file. */
const MAX_OPENINGS = 20
/** The pages whose annotations are checked. */
const MAX_PAGES = 10

/**
 * Refuses a PDF that would run something in a viewer: a script anywhere, a program, or an opening action other than going to a page.
 * pdf.js finds the scripts of catalog, pages and fields; a search for names in the file itself finds the others.
 */
export async function refuseActions(document: PdfDocument, bytes: Buffer): Promise<void> {
  const scripts = await document.getJSActions()
  if (scripts && Object.keys(scripts).length > 0) throw withScript()
  const opening = await document.getOpenAction()
  if (opening && 'action' in opening) throw withOpening()
  for (let number = 1; number <= Math.min(document.numPages, MAX_PAGES); number++) {
    const page = await document.getPage(number)
    if (await page.getJSActions()) throw withScript()
    const annotations = await page.getAnnotations()
    if (annotations.some(({ actions }) => actions && Object.keys(actions).length > 0)) throw withScript()
  }
  const names = namesOf(bytes)
  if (/\/(JavaScript|JS|Rendition|RichMedia)\b/.test(names)) throw withScript()
  if (/\/(Launch|SubmitForm|ImportData|GoToE)\b/.test(names)) throw withOpening()
  refuseOpeningActions(names)
}

const withScript = () => new OriginalError('script')
const withOpening = () => new OriginalError('opening_action')

/** `/OpenAction` as a dictionary, in place or as an object of its own, may only go to a page (ISO 32000-1, 12.6.4). */
function refuseOpeningActions(names: string): void {
  const openings = [...names.matchAll(/\/OpenAction\s*(?:(<<.{0,2000})|(\d{1,10})\s+\d{1,5}\s+R)/gs)]
  // A file that was changed by appending has an `/OpenAction` for each version.
  if (openings.length > MAX_OPENINGS) throw withOpening()
  for (const [, direct, number] of openings) {
    const action = direct ?? new RegExp(`(?:^|\\s)${number}\\s+\\d+\\s+obj(.{0,2000})`, 's').exec(names)?.[1]
    const kind = /^\s*<<.*?\/S\s*\/(\w+)/s.exec(action ?? '')?.[1]
    if (kind && kind !== 'GoTo') throw withOpening()
  }
}

/**
 * The text outside of streams and inside of object streams, with the escapes of names decoded (`/J#53` is `/JS`). Other streams are left out:
 * packed bytes contain any short name by chance.
 */
function namesOf(bytes: Buffer): string {
  const source = bytes.toString('latin1')
  const parts: string[] = []
  let left = MAX_OBJECT_BYTES
  let at = 0
  for (const { index, 0: keyword } of source.matchAll(/stream\r?\n/g)) {
    // `endstream` ends with the same word.
    if (index < at || source.slice(index - 3, index) === 'end') continue
    const start = index + keyword.length
    const end = source.indexOf('endstream', start)
    if (end < 0) break
    const head = source.slice(at, index)
    parts.push(head)
    if (/\/ObjStm\b/.test(head.slice(head.lastIndexOf('obj'))) && left > 0) {
      const objects = unpack(bytes.subarray(start, end), left)
      left -= objects.length
      parts.push(objects)
    }
    at = end
  }
  parts.push(source.slice(at))
  return parts
    .join('\n')
    .replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** An object stream as text; '' if it has another compression or is encrypted, so that only pdf.js has checked it. */
function unpack(packed: Buffer, maxOutputLength: number): string {
  try {
    return inflateSync(packed, { maxOutputLength }).toString('latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new OriginalError('too_complex', { format: 'pdf', cause: error })
    return ''
  }
}
