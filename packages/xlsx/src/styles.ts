import { corrupt } from './errors.ts'
import type { Meter } from './limits.ts'
import { scanPart } from './workbook.ts'
import type { Package } from './zip.ts'

/** How Excel shows a number: as `date`, `percent`, with leading zeros to a width (`pad`), or plainly. */
export type NumberFormat = { kind: 'number' | 'date' | 'percent' } | { kind: 'pad'; width: number }

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
    } else if (sign === '\\' || sign === '_' || sign === '*') at++
    else bare += sign
  }
  return bare
}
