import { isUtf8 } from 'node:buffer'
import { SaxesParser } from 'saxes'
import { firstOf } from './cut.ts'
import { damaged, OriginalError } from './errors.ts'

const MAX_DEPTH = 32
const MAX_ELEMENTS = 200_000
/** The most characters directly in one element; a signature or an embedded picture may be long. */
const MAX_TEXT = 4_000_000

export interface XmlHandler {
  /** The path below the root, without prefixes: `Header/EIid`; '' for the root itself. */
  open?(path: string, attributes: Record<string, string>, name: string): void
  /** The text directly in the element. */
  close?(path: string, text: string): void
}

/**
 * Reads a whole XML document of at most 10 MB, of any namespace. Refuses a DTD, and with it all but the five built-in entities, and every
 * encoding but UTF-8. Throws `OriginalError`.
 */
export function readXml(bytes: Buffer, handler: XmlHandler): void {
  const source = decode(bytes)
  const open: { path: string; text: string }[] = []
  let elements = 0
  const parser = new SaxesParser()
  const addText = (text: string) => {
    const element = open.at(-1)
    if (!element) return
    if (element.text.length + text.length > MAX_TEXT) throw new OriginalError('text_too_long')
    element.text += text
  }
  parser.on('doctype', () => {
    throw withEntities()
  })
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding && !/^utf-?8$/i.test(encoding)) throw wrongEncoding(encoding)
  })
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('opentag', ({ name, attributes }) => {
    const parent = open.at(-1)
    const path = parent ? `${parent.path && `${parent.path}/`}${localName(name)}` : ''
    elements += 1
    if (open.length >= MAX_DEPTH || elements > MAX_ELEMENTS)
      throw new OriginalError('too_complex', { format: 'xml' })
    open.push({ path, text: '' })
    handler.open?.(path, attributes, localName(name))
  })
  parser.on('closetag', () => {
    const { path, text } = open.pop()!
    handler.close?.(path, text)
  })
  try {
    parser.write(source).close()
  } catch (error) {
    if (error instanceof OriginalError) throw error
    // The parser knows the five built-in entities only, as there is no DTD that could define others.
    throw /entity/i.test(String(error)) ? withEntities() : damaged('xml', error)
  }
}

const withEntities = () => new OriginalError('entities')
const wrongEncoding = (encoding: string) => new OriginalError('encoding', { found: firstOf(encoding, 20) })

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function decode(bytes: Buffer): string {
  const [a, b] = bytes
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) || a === 0 || b === 0)
    throw wrongEncoding('UTF-16')
  if (!isUtf8(bytes)) throw new OriginalError('encoding')
  const text = bytes.toString('utf8')
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}
