import { isUtf8 } from 'node:buffer'
import { corrupt } from './errors.ts'

/**
 * Decodes an XML part piece by piece: UTF-8 or UTF-16, with or without byte order mark, as the packaging standard
 * allows. Throws `corrupt` for other encodings and invalid bytes.
 */
export async function* decodeXml(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decode: ((bytes: Buffer, last: boolean) => string) | undefined
  let head = Buffer.alloc(0)
  for await (const chunk of chunks) {
    if (decode) {
      yield decode(chunk, false)
      continue
    }
    head = Buffer.concat([head, chunk])
    // 256 bytes contain mark and declaration; a shorter part is decoded after the loop.
    if (head.length < 256) continue
    decode = decoderFor(head)
    yield checkDeclaration(decode(head, false))
  }
  if (decode) yield decode(Buffer.alloc(0), true)
  else yield checkDeclaration(decoderFor(head)(head, true))
}

function decoderFor(head: Buffer): (bytes: Buffer, last: boolean) => string {
  const [a, b] = head
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return utf16Decoder('utf-16le')
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return utf16Decoder('utf-16be')
  return utf8Decoder()
}

function utf16Decoder(encoding: string): (bytes: Buffer, last: boolean) => string {
  const decoder = new TextDecoder(encoding, { fatal: true })
  return (bytes, last) => {
    try {
      return decoder.decode(bytes, { stream: !last })
    } catch (error) {
      throw corrupt(error)
    }
  }
}

/**
 * Faster than a streaming TextDecoder. Pieces end after a `>` if there is one, so that the scanner need not
 * concatenate strings, which makes it twice as fast.
 */
function utf8Decoder(): (bytes: Buffer, last: boolean) => string {
  let rest = Buffer.alloc(0)
  let first = true
  return (chunk, last) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = last ? bytes.length : bytes.lastIndexOf(0x3e) + 1 || wholeCharacters(bytes)
    rest = Buffer.from(bytes.subarray(end))
    const whole = bytes.subarray(0, end)
    if (!isUtf8(whole)) throw corrupt('invalid UTF-8')
    const text = whole.toString('utf8')
    if (!first || text === '') return text
    first = false
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  }
}

/** The end of the last complete UTF-8 character. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return bytes.length
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return length > back ? bytes.length - back : bytes.length
    }
  }
  return bytes.length
}

function checkDeclaration(text: string): string {
  const encoding = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(text)?.[1]
  if (encoding && !/^(utf-?8|utf-?16(le|be)?|us-ascii)$/i.test(encoding))
    throw corrupt(`encoding ${encoding}`)
  return text
}
