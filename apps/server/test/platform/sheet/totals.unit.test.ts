import type { CellValue, SheetCell } from '@pianzhang/xlsx'
import { describe, expect, it } from 'vitest'
import {
  isTotals,
  type SummableColumn,
  subjectOutline,
  subtotalMark,
  subtotalOf,
  TOTAL_MARK,
  withTotals,
} from '../../../src/platform/sheet/totals.ts'

const columns: SummableColumn[] = [
  { title: '编号', kind: 'text' },
  { title: '类型', kind: 'text' },
  { title: '单价', kind: 'money' },
  { title: '金额', kind: 'money', summed: true },
]
const written = async (batches: CellValue[][][], groupOf?: (row: readonly CellValue[]) => string | null) => {
  const rows: CellValue[][] = []
  async function* source() {
    yield* batches
  }
  for await (const batch of withTotals(columns, source(), groupOf)) rows.push(...batch)
  return rows
}

describe('the last row of an export', () => {
  it('has the sums of the columns that are added up', async () => {
    const rows = [
      ['a', 'x', 5n, 9_999_999_999_999_99n],
      ['b', 'y', 7n, -1n],
      ['c', 'y', 7n, 9_999_999_999_999_99n],
    ]
    expect(await written([rows.slice(0, 2), rows.slice(2)])).toEqual([
      ...rows,
      ['合计', null, null, 2n * 9_999_999_999_999_99n - 1n],
    ])
  })

  it('is one for each group, where there are several', async () => {
    const groupOf = ([, type]: readonly CellValue[]) => String(type)
    const rows = [
      ['a', '应付', 5n, 3n],
      ['b', '应收', 5n, 4n],
    ]
    expect((await written([rows], groupOf)).slice(2)).toEqual([
      ['应付合计', null, null, 3n],
      ['应收合计', null, null, 4n],
    ])
    expect((await written([rows.slice(1)], groupOf)).slice(1)).toEqual([['合计', null, null, 4n]])
  })

  it('leaves out rows that are sums themselves', async () => {
    const groupOf = (row: readonly CellValue[]) => (subtotalOf(row) === undefined ? '' : null)
    const rows = [
      [subtotalMark('2400', '设备'), null, null, 4n],
      ['24000101', 'x', 5n, 4n],
    ]
    expect((await written([rows], groupOf)).at(-1)).toEqual(['合计', null, null, 4n])
    expect(rows.map(subtotalOf)).toEqual(['2400', undefined])
  })

  it('is missing where there are no rows', async () => {
    expect(await written([])).toEqual([])
    expect(await written([[]])).toEqual([])
  })
})

describe('a row of a file is taken for it', () => {
  const text = (content: string): SheetCell => ({
    kind: 'text',
    text: content,
    raw: content,
    date: undefined,
  })
  const number = (content: string): SheetCell => ({ ...text(content), kind: 'number' })
  // The second column is read by the import and has no sum.
  const taken = (...cells: (SheetCell | undefined)[]) => isTotals(cells, (column) => column === 1)

  it('if it has nothing but its mark and amounts', () => {
    expect(taken(text('合计'), undefined, number('1.5'))).toBe(true)
    expect(taken(text('应收合计'), undefined, text('12345678901234.56'))).toBe(true)
    expect(taken(text('合计'))).toBe(true)
    for (const mark of ['2400 设备 小计', ' 240001 摄影 小计 '])
      expect(taken(text(mark), undefined, number('1.5'))).toBe(true)
  })

  it('if its mark is in the first column of the file, or of the import where a person moved the columns', () => {
    for (const cells of [
      [text('合计'), undefined, number('1.5')],
      [number('1.5'), undefined, text('合计')],
    ])
      expect(isTotals(cells, (column) => column === 1, 2)).toBe(true)
  })

  it('but not if a person wrote more, or elsewhere', () => {
    expect(taken(text('合计'), text('甲公司'), number('1.5'))).toBe(false)
    expect(taken(text('合计'), number('24000101'), number('1.5'))).toBe(false)
    expect(taken(text('合计'), undefined, number('1.5'), text('备注'))).toBe(false)
    expect(taken(undefined, text('合计'), number('1.5'))).toBe(false)
    for (const mark of ['本月合计', '小计', '24000101 摄影机 小计', '2026小计'])
      expect(taken(text(mark), undefined, number('1.5'))).toBe(false)
    expect(taken(text('2400 设备 小计'), undefined, number('1.5'), text('备注'))).toBe(false)
  })
})

describe('an export by subject', () => {
  it('folds lines below the heads of their subjects, and hides no sum with them', () => {
    const rows: CellValue[][] = [
      [subtotalMark('2400', '设备器材租赁'), null, 5n],
      [subtotalMark('240001', '摄影器材租赁'), null, 5n],
      ['24000101', '摄影机租赁费', 5n],
      ['', '未分摊合同', 7n],
      [TOTAL_MARK, null, 12n],
    ]
    const { outline, groupOf } = subjectOutline
    expect(rows.map((row) => outline.of(row))).toEqual(
      [0, 1, 2, 0, 0].map((depth) => ({ depth, head: depth < 2 })),
    )
    expect(rows.map(groupOf)).toEqual([null, null, '', '', ''])
  })
})
