import type { Reminder } from '@pianzhang/contract/reminders'
import { expect, test } from 'vitest'
import { actionsOf, reminderColumns } from './columns.tsx'

const on = { onDetail: () => undefined, onEdit: () => undefined, onDelete: () => undefined }

test('every column is there', () => {
  const titles = reminderColumns(on).map(({ title }) => title)
  expect(titles).toEqual([
    ...['合同编号', '提醒类型', '提醒方式', '提醒内容', '创建时间', '开始时间', '结束时间', '操作'],
  ])
})

test('the details are for whoever reads reminders, the other actions for those who may', () => {
  const labels = (write: boolean) =>
    actionsOf({ can: { write, delete: write } } as Reminder, on).map(({ label }) => label)
  expect(labels(true)).toEqual(['详情', '编辑', '删除'])
  expect(labels(false)).toEqual(['详情'])
})
