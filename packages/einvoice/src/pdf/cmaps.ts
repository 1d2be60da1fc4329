/**
 * Adobe's CMaps of Chinese fonts; a PDF may name one without containing it. Such a map leads from a code to a glyph number of the collection
 * Adobe-GB1, and a second map (`Adobe-GB1-UCS2`) from there to Unicode. Reading text needs the Unicode character of a code only, so here the
 * first map gives the character as the glyph number, and the second one is the identity. A font that uses real glyph numbers (Identity-H) and
 * has no map of its own gives characters that no label has, so nothing is read from it.
 */
const UNICODE = /^UniGB-(UCS2|UTF16)-[HV]$/
const GBK = /^(GB|GBpc|GBK|GBKp)-EUC-[HV]$|^GBK2K-[HV]$/

const kept = new Map<string, Uint8Array>()

/** The text of a map by Adobe's name, as pdf.js parses it. Throws for maps of other languages. */
function cmapOf(name: string): Uint8Array {
  const body =
    name === 'Adobe-GB1-UCS2'
      ? '1 beginbfrange <0000> <ffff> <0000> endbfrange'
      : UNICODE.test(name)
        ? '1 begincidrange <0000> <ffff> 0 endcidrange'
        : GBK.test(name)
          ? gbkCharacters()
          : null
  if (body === null) throw new Error(`no map ${name}`)
  const codes = GBK.test(name)
    ? '2 begincodespacerange <00> <80> <8140> <fefe>'
    : '1 begincodespacerange <0000> <ffff>'
  const mode = name.endsWith('-V') ? '/WMode 1 def' : '/WMode 0 def'
  return new TextEncoder().encode(
    `/CMapName /${name} def ${mode}\n${codes} endcodespacerange\n${body}\nendcmap`,
  )
}

function gbkCharacters(): string {
  const decoder = new TextDecoder('gbk')
  const lines: string[] = ['1 begincidrange <00> <80> 0 endcidrange', 'begincidchar']
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++) {
      const sign = decoder.decode(Uint8Array.of(high, low))
      const point = sign.charCodeAt(0)
      if (sign.length === 1 && point !== 0xfffd)
        lines.push(`<${high.toString(16)}${low.toString(16).padStart(2, '0')}> ${point}`)
    }
  return [...lines, 'endcidchar'].join('\n')
}

/** `BinaryDataFactory` of pdf.js: maps of Chinese fonts, and nothing else. It reads no file and no network. */
export class ChineseMaps {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    if (kind !== 'cMapUrl') throw new Error(`no ${kind}`)
    const map = kept.get(filename) ?? cmapOf(filename)
    kept.set(filename, map)
    return map.slice()
  }
}
