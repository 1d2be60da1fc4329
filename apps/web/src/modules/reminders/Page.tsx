import type { Reminder } from '@pianzhang/contract/reminders'
import { getRouteApi } from '@tanstack/react-router'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useFilteredList } from '../../ui/list/useFilteredList.tsx'
import { useRecords } from '../../ui/list/useRecords.tsx'
import { confirmDelete } from '../../ui/popup/confirm.tsx'
import { toast } from '../../ui/popup/toast.ts'
import { reminders } from './api.ts'
import { Card } from './Card.tsx'
import { reminderColumns } from './columns.tsx'
import { useFilters } from './useFilters.ts'
import { nameOf, questionOf } from './words.ts'

const Form = lazyDialog(() => import('./Dialog.tsx'))
const Detail = lazyDialog(() => import('./Detail.tsx'))
const route = getRouteApi('/in-project/contract/ContractCautions')

/** 合同消息提醒. */
export default function RemindersPage() {
  const list = useFilteredList(route, reminders)
  const view = useRecords({ ...list, removeOne }, reminders, {
    add: '新增提醒',
    Form,
    Detail,
    copies: true,
  })
  const { on, onAdd, may } = view

  return (
    <RecordList
      of={view}
      title="合同消息提醒"
      filters={useFilters(view.filter)}
      columns={reminderColumns(on)}
      card={(row) => <Card key={row.code} row={row} on={on} />}
      rowLabel={nameOf}
      empty={
        may.write && (
          <Button type="link" onClick={onAdd}>
            新增合同消息提醒
          </Button>
        )
      }
    />
  )
}

const removeOne = (row: Reminder) =>
  void confirmDelete('确定删除该条记录？', questionOf(row), async () => {
    const { msg } = await reminders.removeOne(row.code)
    await reminders.changed()
    toast.success(msg)
  })
