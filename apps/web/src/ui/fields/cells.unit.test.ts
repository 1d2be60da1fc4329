import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCells } from './cells.ts'

test.each([
  [
    '甲\t1\r\n乙\t2\r\n',
    [
      ['甲', '1'],
      ['乙', '2'],
    ],
  ],
  ['甲\n乙\n\n \n', [['甲'], ['乙']]],
  ['甲\r乙', [['甲'], ['乙']]],
  [
    '甲\t\t\n乙\t2\t\n',
    [
      ['甲', ''],
      ['乙', '2'],
    ],
  ],
  ['"上行\n下行"\t"说""好"""\n', [['上行\n下行', '说"好"']]],
  ['"上行\r\n下行"', [['上行\n下行']]],
  ['5" 屏\t"甲方"', [['5" 屏', '"甲方"']]],
  ['"没有关上\t乙', [['"没有关上', '乙']]],
  ['甲\n\n乙', [['甲'], [''], ['乙']]],
  ['"a\tb"', [['a\tb']]],
  ['', []],
  ['\t\n', []],
])('%j', (text, cells) => {
  expect(readCells(text)).toEqual(cells)
})

/** Writes cells as spreadsheets copy them. */
const write = (rows: readonly (readonly string[])[], end: string): string =>
  rows
    .map((cells) =>
      cells.map((cell) => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'),
    )
    .join(end)

test('what a spreadsheet copies comes back cell by cell', () => {
  const cell = fc
    .array(fc.constantFrom('a', '1', ' ', '"', '\t', '\n', '，', '影'), { maxLength: 6 })
    .map((parts) => parts.join(''))
  const block = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
    .chain(([width, height]) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
        minLength: height,
        maxLength: height,
      }),
    )
    // A copied block has content in its last row and in its last column.
    .map((rows) =>
      rows.map((cells, at) => cells.with(-1, at === rows.length - 1 ? '末' : (cells.at(-1) ?? ''))),
    )
  fc.assert(
    fc.property(block, fc.constantFrom('\n', '\r\n'), fc.boolean(), (rows, end, last) => {
      expect(readCells(write(rows, end) + (last ? end : ''))).toEqual(rows)
    }),
    { numRuns: 500 },
  )
})
