import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSheet } from '@pianzhang/xlsx'
import { expect, test } from 'vitest'
import { columnLetters, sheetFile } from './sheetFile.ts'

async function readBack(rows: readonly (readonly string[])[]) {
  const folder = await mkdtemp(join(tmpdir(), 'paste-'))
  try {
    const path = join(folder, 'a.xlsx')
    await writeFile(path, Buffer.from(await sheetFile('a.xlsx', rows).arrayBuffer()))
    const read = []
    for await (const { line, cells } of readSheet(path, { tempPath: join(folder, 'temp') }))
      read.push([line, ...cells.map((cell) => cell && [cell.kind, cell.text])])
    return read
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('pasted cells come back from the reader of uploaded files', async () => {
  expect(
    await readBack([
      ['付款时间', '', '摘要'],
      ['2026-11-21', '', ' <b> & "引号"\n第二行\u0007'],
      [],
      ['#N/A', '####', '0.06'],
      ['1,234.50', '24000101', '😀'],
    ]),
  ).toEqual([
    [1, ['text', '付款时间'], undefined, ['text', '摘要']],
    [2, ['text', '2026-11-21'], undefined, ['text', ' <b> & "引号"\n第二行']],
    [4, ['error', '#N/A'], ['error', '####'], ['number', '0.06']],
    [5, ['text', '1,234.50'], ['text', '24000101'], ['text', '😀']],
  ])
})

test('columns have the letters of a spreadsheet', () => {
  expect([0, 25, 26, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
})
