import { expect, test } from 'vitest'
import { faultsByCell, layOut, pastedName, sheetRows, withoutCell } from './pasted.ts'

const columns = [
  { title: '付款时间', required: true, also: [] },
  { title: '付款方', required: true, also: [] },
  { title: '科目编号', required: true, also: ['科目代码'] },
  { title: '付款金额', required: true, also: [] },
]

test('titles are recognised in any order, in short and with units; what is unknown is ignored but keeps its place', () => {
  const pasted = layOut(
    [
      ['金额（元）', '序号', '日期', '科目'],
      ['1,200', '1', '2026-11-21', '24000101'],
    ],
    columns,
  )
  expect(pasted.titled).toBe(true)
  expect(pasted.layout).toEqual(['付款金额', null, '付款时间', '科目编号'])
  expect(sheetRows(pasted)).toEqual([
    ['付款金额', '', '付款时间', '科目编号'],
    ['1,200', '1', '2026-11-21', '24000101'],
  ])
})

test("another title of the ledger's own is known, and each column is taken once", () => {
  expect(layOut([['科目代码', '科目', '付款方', '付款方']], columns).layout).toEqual([
    '科目编号',
    null,
    '付款方',
    null,
  ])
})

test('without titles the columns are those of the template in its order, and no row is lost', () => {
  const pasted = layOut([['2026-11-21', '王某', '24000101', '1', '多余']], columns)
  expect(pasted).toMatchObject({
    titled: false,
    layout: ['付款时间', '付款方', '科目编号', '付款金额', null],
  })
  expect(sheetRows(pasted)).toEqual([
    ['付款时间', '付款方', '科目编号', '付款金额', ''],
    ['2026-11-21', '王某', '24000101', '1', '多余'],
  ])
})

test('faults are found by their cell; those of no cell are listed', () => {
  const fault = (column: string, message: string, cell: string) => ({ column, message, cell, content: '' })
  const verdict = {
    error_items: [
      {
        line: 2,
        desc: '',
        mistakes: [fault('付款金额', '金额格式不正确', 'D2'), fault('付款方', '请输入付款方', '')],
      },
      { line: 3, desc: '', mistakes: [fault('付款金额', '甲', 'D3'), fault('付款金额', '乙', 'D3')] },
      { line: 0, desc: '另有 3 行有误', mistakes: [] },
    ],
  }
  expect(faultsByCell(verdict)).toEqual(
    new Map([
      ['D2', '金额格式不正确'],
      ['D3', '甲；乙'],
    ]),
  )
  expect(withoutCell(verdict)).toEqual([
    { line: 2, desc: '', mistakes: [fault('付款方', '请输入付款方', '')] },
    { line: 0, desc: '另有 3 行有误', mistakes: [] },
  ])
})

test('the file is named by the time in Shanghai', () => {
  expect(pastedName(new Date('2026-11-21T10:30:05Z'))).toBe('粘贴的表格 2026-11-21 183005.xlsx')
})
