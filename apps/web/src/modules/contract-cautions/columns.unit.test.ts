import { expect, test } from 'vitest'
import { reminderColumns } from './columns.tsx'

test('every column is there, and without a right there are no actions', () => {
  const on = { onEdit: () => undefined, onDelete: () => undefined }
  const titles = (actions: boolean) => reminderColumns(on, actions).map(({ title }) => title)
  const all = ['合同编号', '提醒类型', '提醒方式', '提醒内容', '创建时间', '开始时间', '结束时间']
  expect(titles(true)).toEqual([...all, '操作'])
  expect(titles(false)).toEqual(all)
})
