import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { parseCell, parseTyped } from '@pianzhang/contract/money'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { writeTemplate } from '../../../src/platform/sheet/template.ts'
import { escapeText, unescapeText } from '../../../src/platform/sheet/text.ts'
import {
  type CellValue,
  type ColumnKind,
  type OutSheet,
  writeSheet,
} from '../../../src/platform/sheet/write.ts'
import { cellXml, STYLE } from '../../../src/platform/sheet/write-cells.ts'
import { STYLES_XML } from '../../../src/platform/sheet/write-parts.ts'
import { briefly, rowsOf } from '../../files/sheets.ts'

const one = (kind: ColumnKind, ...values: CellValue[]): OutSheet[] => [
  { name: '表', columns: [{ title: '列', kind }], rows: values.map((value) => [value]) },
]
const written = (sheets: OutSheet[], rowsPerSheet?: number) => buffer(writeSheet(sheets, { rowsPerSheet }))
/** The cells below the header, read back. */
const cellsOf = async (sheets: OutSheet[]) =>
  (await rowsOf(await written(sheets))).slice(1).map(({ cells }) => cells[0]!)

describe('cells', () => {
  test('text is never a formula and is read back unchanged', async () => {
    const texts = [
      '=1+1',
      '+1',
      '-1',
      '@x',
      '_x0041_',
      '_x005F_',
      'a\r\nb',
      ' 两边 ',
      '<&>"\'',
      '\u0001',
      '💰',
      '00123',
      '1E5',
      'a\tb',
    ]
    const cells = await cellsOf(one('text', ...texts))
    expect(cells.map(({ kind, text }) => [kind, text])).toEqual(texts.map((text) => ['text', text]))
  })

  test('another reader sees no formula either', async () => {
    const book = await readXlsx(await written(one('text', '=1+1')))
    expect(book.sheets[0]!.rows[1]).toEqual(['=1+1'])
  })

  test('any text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== ''),
          { minLength: 1 },
        ),
        async (texts) => {
          expect((await cellsOf(one('text', ...texts))).map(({ text }) => text)).toEqual(texts)
        },
      ),
      { numRuns: 50 },
    )
    fc.assert(fc.property(fc.string(), (text) => unescapeText(escapeText(text)) === text))
  })

  test('a percentage is a number, shown by the format 0.00%', async () => {
    const [half] = await cellsOf(one('percent', '0.500000'))
    expect([half?.kind, half?.raw]).toEqual(['number', '0.500000'])
    expect(cellXml('0.5', 'percent', 'A1')).toContain(`s="${STYLE.percent}"`)
    expect(STYLES_XML.match(/<xf [^>]*>/g)?.at(STYLE.percent + 1)).toContain('numFmtId="10"')
  })

  test('money is an exact number up to 15 digits, and exact text beyond', async () => {
    const fens = [0n, 1n, -5n, 123450n, 999_999_999_999_999n, -999_999_999_999_999n, 9_007_199_254_740_993n]
    const cells = await cellsOf(one('money', ...fens))
    expect(cells.map(({ kind }) => kind)).toEqual([...Array(6).fill('number'), 'text'])
    expect(cells.map(({ raw }) => raw)).toEqual([
      '0.00',
      '0.01',
      '-0.05',
      '1234.50',
      '9999999999999.99',
      '-9999999999999.99',
      '90071992547409.93',
    ])
  })

  test('any amount is read back to the fen', async () => {
    const amounts = fc.array(fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n }), {
      minLength: 1,
    })
    await fc.assert(
      fc.asyncProperty(amounts, async (fens) => {
        const read = (await cellsOf(one('money', ...fens))).map(
          ({ kind, raw }) => (kind === 'number' ? parseCell(raw) : parseTyped(raw)).fen,
        )
        expect(read).toEqual(fens)
      }),
      { numRuns: 50 },
    )
  })

  test('dates', async () => {
    const days = ['1900-01-01', '1900-02-28', '1900-03-01', '2026-02-28', '9999-12-31']
    expect((await cellsOf(one('date', ...days))).map(({ kind, date }) => [kind, date])).toEqual(
      days.map((day) => ['date', day]),
    )
    const odd = ['1899-12-31', '2026-02-30', '待定']
    expect((await cellsOf(one('date', ...odd))).map(({ kind, text }) => [kind, text])).toEqual(
      odd.map((day) => ['text', day]),
    )
  })

  test('numbers and empty cells', async () => {
    const sheets: OutSheet[] = [
      {
        name: '表',
        columns: [
          { title: '甲', kind: 'number' },
          { title: '乙', kind: 'money' },
        ],
        rows: [
          [1.5, '合计'],
          ['0.3333', null],
          [12345678901234567890n, undefined],
          ['', 1n],
        ],
      },
    ]
    expect(await briefly(await written(sheets))).toEqual([
      [1, 'text:甲', 'text:乙'],
      [2, 'number:1.5', 'text:合计'],
      [3, 'number:0.3333'],
      [4, 'text:12345678901234567890'],
      [5, null, 'number:0.01'],
    ])
  })
})

describe('sheets', () => {
  test('the header is frozen and bold, money and dates have formats', async () => {
    const sheets: OutSheet[] = [
      {
        name: '付款',
        columns: [
          { title: '金额', kind: 'money', width: 14 },
          { title: '时间', kind: 'date' },
        ],
        rows: [[150n, '2026-01-02']],
      },
    ]
    const {
      sheets: [sheet],
    } = await readXlsx(await written(sheets), { readStyles: true })
    expect(sheet!.freezePane).toMatchObject({ rows: 1 })
    expect(sheet!.cells!.get('0,0')!.style!.font!.bold).toBe(true)
    expect(sheet!.cells!.get('1,0')!.style!.numFmt).toBe('#,##0.00')
    expect(sheet!.rows[1]).toEqual([1.5, new Date('2026-01-02')])
    expect(sheet!.columns![0]!.width).toBe(14)
  })

  test('continues in a second sheet, with the header again', async () => {
    const book = await readXlsx(await written(one('text', '1', '2', '3', '4'), 3))
    expect(book.sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['表', 3],
      ['表 (2)', 3],
    ])
    const exact = await readXlsx(await written(one('text', '1', '2'), 3))
    expect(exact.sheets).toHaveLength(1)
  })

  test('several sheets, names that Excel allows, no rows at all', async () => {
    const sheet = (name: string): OutSheet => ({ name, columns: [{ title: 'a', kind: 'text' }], rows: [] })
    const book = await readXlsx(
      await written([sheet('a/b:c'), sheet('A_B_C'), sheet('长'.repeat(40)), sheet('')]),
    )
    expect(book.sheets.map(({ name }) => name)).toEqual(['a_b_c', 'A_B_C (2)', '长'.repeat(31), 'Sheet'])
  })

  test('rows are read on demand, and released when the reader stops', async () => {
    let taken = 0
    let closed = false
    async function* rows(): AsyncGenerator<CellValue[][]> {
      try {
        for (; taken < 1_000_000; taken++) yield [[`第${taken}行${Math.sin(taken)}`]]
      } finally {
        closed = true
      }
    }
    const stream = writeSheet([{ name: '表', columns: [{ title: '列', kind: 'text' }], rows: rows() }])
    await once(stream, 'readable')
    stream.destroy()
    await once(stream, 'close')
    await expect.poll(() => closed).toBe(true)
    expect(taken).toBeLessThan(200_000)
  })

  test('an error of the rows reaches the reader', async () => {
    async function* rows(): AsyncGenerator<CellValue[][]> {
      yield [['1'], ['2']]
      yield []
      throw new Error('the query failed')
    }
    await expect(
      written([{ name: '表', columns: [{ title: '列', kind: 'text' }], rows: rows() }]),
    ).rejects.toThrow('the query failed')
  })
})

test('a template', async () => {
  const bytes = await writeTemplate({
    name: '付款导入模板',
    columns: [
      { title: '付款序号', kind: 'text', required: true, sample: '1' },
      { title: '付款时间', kind: 'date', required: true, sample: '2026-01-05' },
      {
        title: '付款方式',
        kind: 'text',
        required: true,
        sample: '现金',
        options: ['现金', '支付宝', '"微信", 其他'],
      },
      { title: '付款金额', kind: 'money', required: true, sample: 150000n },
      { title: '票面税率', kind: 'text', sample: '6%', options: ['0%', '6%'] },
    ],
    lookup: { name: '科目', columns: [{ title: '科目编号', kind: 'text' }], rows: [['20000103']] },
  })
  expect(await briefly(bytes)).toEqual([
    [1, 'text:付款序号*', 'text:付款时间*', 'text:付款方式*', 'text:付款金额*', 'text:票面税率'],
    [2, 'text:示例1', 'date:2026-01-05', 'text:现金', 'number:1500', 'text:6%'],
  ])
  const book = await readXlsx(bytes)
  expect(book.sheets.map(({ name, hidden }) => [name, hidden ?? false])).toEqual([
    ['付款导入模板', false],
    ['科目', false],
    ['选项', true],
  ])
  expect(book.sheets[0]!.dataValidations).toMatchObject([
    { type: 'list', range: 'C2:C1048576', formula1: "'选项'!$A$2:$A$4" },
    { type: 'list', range: 'E2:E1048576', formula1: "'选项'!$B$2:$B$3" },
  ])
  expect(book.sheets[2]!.rows.slice(1)).toEqual([
    ['现金', '0%'],
    ['支付宝', '6%'],
    ['"微信", 其他', null],
  ])
})
