import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { depth } from '../../../scripts/depth.ts'
import { mutate, numbersFrom } from './mutate.ts'
import { outcome } from './sheets.ts'
import { bookParts, makeZip } from './zip.ts'

const RUNS = depth(100, 1000)

describe('damage', () => {
  test('mutations of a good file: rows or a SheetError', async () => {
    const path = fileURLToPath(new URL('./fixtures/openpyxl.xlsx', import.meta.url))
    const good = await readFile(path)
    const seen = new Map<string, number>()
    for (let seed = 1; seed <= RUNS; seed++) {
      const result = await outcome(mutate(good, numbersFrom(seed))).catch((error) => {
        throw new Error(`seed ${seed}`, { cause: error })
      })
      seen.set(result, (seen.get(result) ?? 0) + 1)
    }
    expect(seen.get('corrupt')).toBeGreaterThan(0.3 * RUNS)
  })

  test('mutations of the XML inside: rows or a SheetError', async () => {
    const strings = '<si><t>付款</t></si><si><r><t>a</t></r><rPh><t>b</t></rPh></si>'
    const sheet =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>x&amp;y</t></is></c><c s="1"><f>1</f><v>2</v></c></row>'
    const parts = bookParts({
      sheet,
      strings,
      styles: '<cellXfs><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs>',
    })
    for (let seed = 1; seed <= depth(40, 300); seed++) {
      const pick = numbersFrom(seed)
      const victim = pick(parts.length)
      const broken = parts.map((part, i) =>
        i === victim ? { ...part, data: mutate(Buffer.from(part.data as string), pick) } : part,
      )
      await outcome(makeZip(broken)).catch((error) => {
        throw new Error(`seed ${seed}`, { cause: error })
      })
    }
  })
})
