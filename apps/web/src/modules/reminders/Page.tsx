import type { Reminder } from '@pianzhang/contract/reminders'
import { getRouteApi } from '@tanstack/react-router'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import type { FilterParts } from '../../ui/filters/FilterBar.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useFilteredList } from '../../ui/list/useFilteredList.tsx'
import { useRecords } from '../../ui/list/useRecords.tsx'
import { confirmDelete } from '../../ui/popup/confirm.tsx'
import { toast } from '../../ui/popup/toast.ts'
import { useContractFilter } from '../contract-picker/useContractFilter.ts'
import { reminders } from './api.ts'
import { Card, reminderColumns } from './columns.tsx'
import type { ReminderFilter } from './search.ts'
import { nameOf, questionOf } from './words.ts'

/** Filters by keywords and by contract. A contract comes from links of other pages only, so it has a tag but no field. */
const useFilters = ({ contract_code }: ReminderFilter): FilterParts<ReminderFilter> => ({
  keywords: { label: '合同编号/提醒内容', placeholder: '合同编号、主体或提醒内容' },
  filters: [useContractFilter(contract_code)],
})

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
