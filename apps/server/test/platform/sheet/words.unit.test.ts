import { SheetError } from '@pianzhang/xlsx'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '../../../../../packages/xlsx/test/sheets.ts'
import { changedPart, makeBook, makeZip } from '../../../../../packages/xlsx/test/zip.ts'
import { sheetErrorText, shownText } from '../../../src/platform/sheet/words.ts'

const textOf = (bytes: Buffer, limits = {}): Promise<string> =>
  rowsOf(bytes, limits).then(
    () => '',
    (error: unknown) => sheetErrorText(error as SheetError),
  )

describe('a file that cannot be read', () => {
  test('is refused in Chinese', async () => {
    expect(await textOf(Buffer.from('a,b'))).toBe('不是有效的 Excel（.xlsx）文件')
    expect(sheetErrorText(new SheetError('encrypted'))).toBe('该文件已加密，请取消密码后重新上传')
    expect(sheetErrorText(new SheetError('old_xls'))).toContain('另存为 .xlsx')
    expect(sheetErrorText(new SheetError('corrupt'))).toContain('损坏')
  })

  test('says which limit it exceeds, and where', async () => {
    const long = `<row r="7"><c t="inlineStr"><is><t>${'x'.repeat(32_768)}</t></is></c></row>`
    expect(await textOf(makeBook({ sheet: long }))).toBe('第 7 行有单元格文字超过 32767 字')
    expect(await textOf(makeBook({ sheet: '<row r="12"/>' }), { rows: 11 })).toBe(
      '文件超过 11 行，请拆分后重新上传',
    )
    expect(await textOf(makeBook({ sheet: '<row/>' }), { unpackedBytes: 1 })).toBe(
      '文件解压后超过 0 MB，请拆分后重新上传',
    )
    const strings = `<si><t>${'x'.repeat(32_768)}</t></si>`
    expect(await textOf(makeBook({ sheet: '<row/>', strings }))).toBe('单元格文字过长')
    const binary =
      '<Relationships><Relationship Id="r" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>'
    expect(await textOf(makeZip(changedPart('<row/>', '_rels/.rels', { data: binary })))).toBe(
      '不支持 .xlsb 文件，请另存为 .xlsx 后重新上传',
    )
  })
})

test('a cell without a value says why', async () => {
  const sheet =
    '<row r="1"><c><f>A2</f></c><c><v>12x</v></c><c s="1"><v>60</v></c><c t="e"><v>#N/A</v></c><c><v>5</v></c></row>'
  const styles = '<cellXfs><xf/><xf numFmtId="14"/></cellXfs>'
  const [row] = await rowsOf(makeBook({ sheet, styles }))
  expect(row!.cells.map(shownText)).toEqual(['公式没有计算结果', '数值无法识别', '日期不存在', '#N/A', '5'])
  expect(shownText(undefined)).toBe('')
})
