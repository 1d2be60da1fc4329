import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseCell, parseTyped } from '@pianzhang/contract/money'
import { countRows, readSheet, type SheetCell, writeSheet } from '@pianzhang/xlsx'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { mutate } from '../../../../../packages/xlsx/test/mutate.ts'
import { collect, outcome, rowsOf } from '../../../../../packages/xlsx/test/sheets.ts'
import { depth } from '../../../../../scripts/depth.ts'
import { seeded } from '../../../src/start/demo/random.ts'
import manifest from '../../fixtures/manifest.json' with { type: 'json' }

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url))

/** A cell of hucre, as text to compare. */
function foreign(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (value instanceof Date) return `date ${value.toISOString().slice(0, 10)}`
  if (typeof value === 'number') return `number ${value}`
  return `text ${value}`
}

/** Our cell, as text to compare; hucre has errors as texts. */
function ours(cell: SheetCell | undefined): string | null {
  if (!cell) return null
  if (cell.kind === 'number') return `number ${Number(cell.raw)}`
  return cell.kind === 'date' ? `date ${cell.date}` : `text ${cell.text}`
}

const fenOf = ({ kind, raw, text }: SheetCell) => (kind === 'number' ? parseCell(raw) : parseTyped(text)).fen

describe.each(Object.entries(manifest))('%s', (name, expected) => {
  test("every cell equals another reader's", async () => {
    const book = await readXlsx(await readFile(fixture(name)))
    const theirs = book.sheets[0]!.rows.map((row) => row.map(foreign))
    const rows = await collect(readSheet(fixture(name)))
    expect(rows.map(({ cells }) => cells.map(ours).length)).toHaveLength(expected.rows + 1)
    for (const { line, cells } of rows) {
      const wanted = theirs[line - 1]!
      expect(Array.from(wanted, (_, index) => ours(cells[index]))).toEqual(wanted)
    }
    expect(await countRows(fixture(name))).toBe(expected.rows + 1)
  })

  test('amounts add up to the fen', async () => {
    if (!('total_yuan' in expected)) return
    const [header, ...rows] = await collect(readSheet(fixture(name)))
    const column = header!.cells.findIndex((cell) => cell?.text.startsWith('付款金额'))
    const total = rows.reduce((sum, { cells }) => sum + fenOf(cells[column]!)!, 0n)
    expect(total).toBe(BigInt(expected.total_yuan.replace('.', '')))
  })
})

test('a formula error and its line', async () => {
  const rows = await collect(readSheet(fixture('payments-errors-40.xlsx')))
  const errors = rows.flatMap(({ line, cells }) =>
    cells.filter((c) => c?.kind === 'error').map((c) => [line, c!.text]),
  )
  expect(errors).toEqual([[37, '#DIV/0!']])
})

test('mutations of a good file: rows or a SheetError', async () => {
  const good = await readFile(fixture('payments-errors-40.xlsx'))
  const runs = depth(100, 1000)
  const seen = new Map<string, number>()
  for (let seed = 1; seed <= runs; seed++) {
    const random = seeded(seed)
    const result = await outcome(mutate(good, (below) => random.int(0, below - 1))).catch((error) => {
      throw new Error(`seed ${seed}`, { cause: error })
    })
    seen.set(result, (seen.get(result) ?? 0) + 1)
  }
  expect(seen.get('corrupt')).toBeGreaterThan(0.3 * runs)
})

test('any amount that is written is read back to the fen', async () => {
  expect(parseCell('21316.079999999998').fen).toBe(2131608n)
  const amounts = fc.array(fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n }), {
    minLength: 1,
  })
  await fc.assert(
    fc.asyncProperty(amounts, async (fens) => {
      const rows = fens.map((fen) => [fen])
      const bytes = await buffer(
        writeSheet([{ name: '表', columns: [{ title: '列', kind: 'money' }], rows }]),
      )
      expect((await rowsOf(bytes)).slice(1).map(({ cells }) => fenOf(cells[0]!))).toEqual(fens)
    }),
    { numRuns: depth(12, 50) },
  )
})
