import { corrupt } from './errors.ts'
import type { Meter } from './limits.ts'
import { scanPart } from './workbook.ts'
import type { Package } from './zip.ts'

/**
 * How Excel shows a number: as `date`, `percent`, with leading zeros to a width (`pad`), or plainly; a plain one may have a `unit` beside it, by which what is
 * shown is another amount than the number is in yuan: `$`, `万元`.
 */
export type NumberFormat =
  | { kind: 'date' | 'percent' }
  | { kind: 'number'; unit?: string }
  | { kind: 'pad'; width: number }

const NUMBER: NumberFormat = { kind: 'number' }
const DATE: NumberFormat = { kind: 'date' }
const PERCENT: NumberFormat = { kind: 'percent' }

/** Built-in formats that show a day (ECMA-376 part 1, 18.8.30), including those of Chinese Excel. */
const BUILTIN_DATES = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58])
/** Excel allows 65,490 formats. */
const MAX_STYLES = 100_000

/** Number formats by cell style index (`s` of a cell). */
export async function readStyles(
  pack: Package,
  name: string | undefined,
  meter: Meter,
): Promise<NumberFormat[]> {
  if (name === undefined) return []
  const custom = new Map<number, NumberFormat>()
  const ids: number[] = []
  await scanPart(pack, name, meter, (tag, path, attributes) => {
    if (path.length !== 2) return
    if (tag === 'numFmt' && path[1] === 'numFmts') {
      const found = attributes()
      custom.set(Number(found.get('numFmtId')), classifyFormat(found.get('formatCode') ?? ''))
    } else if (tag === 'xf' && path[1] === 'cellXfs') ids.push(Number(attributes().get('numFmtId') ?? 0))
    if (custom.size > MAX_STYLES || ids.length > MAX_STYLES) throw corrupt('too many styles')
  })
  return ids.map((id) => custom.get(id) ?? builtinFormat(id))
}

function builtinFormat(id: number): NumberFormat {
  if (BUILTIN_DATES.has(id)) return DATE
  return id === 9 || id === 10 ? PERCENT : NUMBER
}

/**
 * How a format code shows numbers, by its first section without quoted and escaped literals, colours, conditions
 * and locales. A format of only hours, minutes and seconds is a number.
 */
export function classifyFormat(code: string): NumberFormat {
  const bare = firstSection(code)
    .replace(/general|g\/通用格式/gi, '')
    .replace(/am\/pm|a\/p|上午\/下午/gi, 'h')
    .toLowerCase()
  if (/[yd]|a{3,4}|g{1,3}|b[12]|e(?![+-])/.test(bare)) return DATE
  if (bare.includes('m') && !/[hs]/.test(bare)) return DATE
  if (bare.includes('%')) return PERCENT
  const unit = unitOf(code)
  if (unit !== undefined) return { kind: 'number', unit }
  return /^0{2,}$/.test(bare) ? { kind: 'pad', width: bare.length } : NUMBER
}

/** The first section without literals; `[h]`, `[m]`, `[s]` (elapsed time) become an `h`. */
function firstSection(code: string): string {
  let bare = ''
  for (let at = 0; at < code.length; at++) {
    const sign = code[at]!
    if (sign === ';') break
    if (sign === '"' || sign === '[') {
      const end = code.indexOf(sign === '"' ? '"' : ']', at + 1)
      if (end < 0) break
      if (sign === '[' && /^(h+|m+|s+)$/i.test(code.slice(at + 1, end))) bare += 'h'
      at = end
    } else if (isEscape(sign) || sign === '_' || sign === '*') at++
    else bare += sign
  }
  return bare
}

/** The sign after it is shown as it is; `!` is the escape of Chinese Excel. */
const isEscape = (sign: string | undefined): boolean => sign === '\\' || sign === '!'

/** Currencies besides the yuan, by sign, by name, and by code (ISO 4217). */
const FOREIGN = new RegExp(
  `[A-Z]{0,3}(?![¥￥])\\p{Sc}|[美港欧日韩澳加]元|港币|英镑|新台币|(?<![A-Z])(?:${Intl.supportedValuesOf(
    'currency',
  )
    .filter((code) => code !== 'CNY')
    .join('|')})(?![A-Z])`,
  'u',
)
/** The language of a yen sign: the same sign as that of the yuan. */
const JAPANESE = /^\[\$[¥￥]-(?:0*411|ja)/i
/** How many digits a word behind a number stands for. */
const UNITS: Readonly<Record<string, number>> = { 千: 3, 万: 4, 百万: 6, 千万: 7, 亿: 8 }

/**
 * The currency besides the yuan, or the 千, 万, 亿 that a format's first section writes beside the number. Not a unit by which the format itself divides, by commas
 * behind the digits or by a point that is text, for then the number is in yuan: `#,##0,"千元"`, `0!.0000"万元"`.
 */
function unitOf(code: string): string | undefined {
  let written = ''
  let digits = ''
  for (let at = 0; at < code.length && code[at] !== ';'; at++) {
    const sign = code[at]!
    if (sign === '"' || sign === '[') {
      const end = code.indexOf(sign === '"' ? '"' : ']', at + 1)
      if (end < 0) break
      const text = code.slice(at + 1, end)
      if (sign === '"') written += text
      else if (JAPANESE.test(code.slice(at))) written += '日元'
      else written += /^\$([^-]*)/.exec(text)?.[1] ?? ''
      at = end
    } else if (sign === '_' || sign === '*') at++
    else if (isEscape(sign)) {
      written += code[++at] ?? ''
      if (code[at] === '.') digits += ';'
    } else if ('0#?,.'.includes(sign)) digits += sign
    else written += sign
  }
  const foreign = FOREIGN.exec(written)?.[0]
  if (foreign !== undefined) return foreign
  const [unit, word = ''] = /(千万|百万|千|万|亿)元?/.exec(written) ?? []
  const thousands = /,*$/.exec(digits.replace(/\.[^,]*/, ''))?.[0].length ?? 0
  const behindPoint = /;([0#?]*)/.exec(digits)?.[1]?.length ?? 0
  return unit !== undefined && UNITS[word] !== 3 * thousands + behindPoint ? unit : undefined
}
