import { DELETED } from '@pianzhang/contract/errors'
import type { NamedType } from '@pianzhang/contract/types'
import { useCallback } from 'react'
import type { AddressRoute } from '../../platform/address/useAddress.ts'
import { lazyDialog } from '../../ui/code/lazy.tsx'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useFilteredList } from '../../ui/list/useFilteredList.tsx'
import { useRecords } from '../../ui/list/useRecords.tsx'
import { confirmDelete } from '../../ui/popup/confirm.tsx'
import { toast } from '../../ui/popup/toast.ts'
import type { DataColumn } from '../../ui/table/column.ts'
import { actionsColumn, type EditActions, editDelete, numberColumn } from '../../ui/table/columns/columns.tsx'
import { formatMinute } from '../../ui/time.ts'
import type { NamedTypes } from './api.ts'

const actionsOf = (row: NamedType, on: EditActions<NamedType>) => editDelete(row, on, '修改')

/** `actions`: whether the person may act on rows; `more`: columns behind the name. */
const typeColumns = (
  on: EditActions<NamedType>,
  actions: boolean,
  more: readonly DataColumn<NamedType>[],
): DataColumn<NamedType>[] => [
  {
    key: 'name',
    title: '类型名称',
    fixed: 'start',
    text: (row) => row.name,
    render: (row) => (
      <span className="ellipsis" title={row.name}>
        {row.name}
      </span>
    ),
  },
  ...more,
  numberColumn('updated_at', '更新时间', (row) => formatMinute(row.updated_at), { width: 200 }),
  ...(actions
    ? [
        actionsColumn<NamedType>(
          132,
          (row) => row.name,
          (row) => actionsOf(row, on),
        ),
      ]
    : []),
]

const NameForm = lazyDialog(() => import('./Dialog.tsx'))

interface Props {
  of: NamedTypes
  route: AddressRoute
  /** Of a feature, behind the name. */
  columns?: readonly DataColumn<NamedType>[] | undefined
  /** Of a feature, with more fields. */
  Form?: typeof NameForm | undefined
}

const FILTERS = {
  keywords: { label: '类型名称', placeholder: '请输入类型名称', tag: '类型名称' },
  apply: '筛 选',
}

const NO_COLUMNS: readonly DataColumn<NamedType>[] = []

/** The page of one kind of types: a list of names. */
export function TypesPage({ of, route, columns = NO_COLUMNS, Form = NameForm }: Props) {
  const list = useFilteredList(route, of)
  const onRemove = useCallback((row: NamedType) => void removeOne(of, row), [of])
  const view = useRecords({ ...list, removeOne: onRemove }, of, { add: `新增${of.noun}`, Form })
  const { on, may } = view

  return (
    <RecordList
      of={view}
      title={`${of.noun}管理`}
      label={of.noun}
      paper={`${of.noun}列表`}
      filters={FILTERS}
      columns={typeColumns(on, may.write || may.delete, columns)}
      card={(row) => (
        <RecordCard
          key={row.id}
          rowKey={row.id}
          of={row.name}
          title={row.name}
          meta={[`更新时间 ${formatMinute(row.updated_at)}`]}
          actions={actionsOf(row, on)}
        />
      )}
      rowLabel={(row) => row.name}
    />
  )
}

/** The server refuses to delete a type in use and names what uses it. */
const removeOne = (of: NamedTypes, row: NamedType) =>
  confirmDelete('确定删除？', row.name, async () => {
    await of.removeOne(row.id)
    await of.changed()
    toast.success(DELETED)
  })
