/**
 * GBK, which Node decodes (ICU) but does not encode. The table is the decoder's own, turned round once: 24,000 pairs in some milliseconds, and no
 * library that would bring a table of its own.
 */
let table: ReadonlyMap<string, number> | undefined

function build(): ReadonlyMap<string, number> {
  const decoder = new TextDecoder('gbk')
  const pairs = new Map<string, number>()
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      if (trail === 0x7f) continue
      const character = decoder.decode(new Uint8Array([lead, trail]))
      // Private use: positions without a character. The first pair of a character counts.
      const isOne = [...character].length === 1 && !/[\ufffd\ue000-\uf8ff]/.test(character)
      if (isOne && character > '\u007f' && !pairs.has(character)) pairs.set(character, (lead << 8) | trail)
    }
  return pairs
}

function pairOf(character: string): number | undefined {
  table ??= build()
  return table.get(character)
}

const isAscii = (character: string): boolean => character <= '\u007e' && character >= ' '

/** The first character that GBK lacks, or that is a control character; undefined: there is none. */
export const notInGbk = (text: string): string | undefined =>
  [...text].find((character) => !isAscii(character) && pairOf(character) === undefined)

/** The length of a text in GBK; characters that it lacks count as two bytes. */
export const gbkLength = (text: string): number =>
  [...text].reduce((length, character) => length + (isAscii(character) ? 1 : 2), 0)

/** The beginning of a text that has at most so many bytes in GBK. */
export function cutToGbk(text: string, bytes: number): string {
  let length = 0
  let cut = ''
  for (const character of text) {
    length += isAscii(character) ? 1 : 2
    if (length > bytes) return cut
    cut += character
  }
  return cut
}

/** Encodes a text whose characters were checked; line ends stay. Throws for a character that GBK lacks. */
export function encodeGbk(text: string): Buffer {
  const bytes: number[] = []
  for (const character of text) {
    const code = character.charCodeAt(0)
    if (code <= 0x7f) {
      bytes.push(code)
      continue
    }
    const pair = pairOf(character)
    if (pair === undefined) throw new Error(`GBK has no ${character}`)
    bytes.push(pair >> 8, pair & 0xff)
  }
  return Buffer.from(bytes)
}
