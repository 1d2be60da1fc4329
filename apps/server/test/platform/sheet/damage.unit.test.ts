import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { type Random, seeded } from '../../../src/operator/demo/random.ts'
import { outcome } from '../../files/sheets.ts'
import { bookParts, makeZip } from '../../files/zip.ts'

/** Cuts, removes or changes bytes. Damaged parts and cells for the import's tests are in testing/mutate.ts. */
function mutate(bytes: Buffer, random: Random): Buffer {
  const pick = (below: number) => random.int(0, below - 1)
  const copy = Buffer.from(bytes)
  const kind = pick(5)
  if (kind === 0) return copy.subarray(0, pick(copy.length))
  if (kind === 1) {
    const from = pick(copy.length)
    return Buffer.concat([copy.subarray(0, from), copy.subarray(from + pick(64))])
  }
  // Half of the changes hit the zip directory at the end, where every byte matters.
  const start = kind === 2 ? Math.max(0, copy.length - 600) : 0
  for (let hits = 1 + pick(4); hits > 0; hits--) copy[start + pick(copy.length - start)] = pick(256)
  return copy
}

describe('damage', () => {
  test('1,000 mutations of a good file: rows or a SheetError', async () => {
    const path = fileURLToPath(new URL('../../fixtures/payments-errors-40.xlsx', import.meta.url))
    const good = await readFile(path)
    const seen = new Map<string, number>()
    for (let seed = 1; seed <= 1000; seed++) {
      const result = await outcome(mutate(good, seeded(seed))).catch((error) => {
        throw new Error(`seed ${seed}`, { cause: error })
      })
      seen.set(result, (seen.get(result) ?? 0) + 1)
    }
    expect(seen.get('corrupt')).toBeGreaterThan(300)
  }, 60_000)

  test('300 mutations of the XML inside: rows or a SheetError', async () => {
    const strings = '<si><t>付款</t></si><si><r><t>a</t></r><rPh><t>b</t></rPh></si>'
    const sheet =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>x&amp;y</t></is></c><c s="1"><f>1</f><v>2</v></c></row>'
    const parts = bookParts({
      sheet,
      strings,
      styles: '<cellXfs><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs>',
    })
    for (let seed = 1; seed <= 300; seed++) {
      const random = seeded(seed)
      const victim = random.int(0, parts.length - 1)
      const broken = parts.map((part, i) =>
        i === victim ? { ...part, data: mutate(Buffer.from(part.data as string), random) } : part,
      )
      await outcome(makeZip(broken)).catch((error) => {
        throw new Error(`seed ${seed}`, { cause: error })
      })
    }
  })
})
