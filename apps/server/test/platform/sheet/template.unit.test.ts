import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { briefly } from '../../../../../packages/xlsx/test/sheets.ts'
import { writeTemplate } from '../../../src/platform/sheet/template.ts'

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
