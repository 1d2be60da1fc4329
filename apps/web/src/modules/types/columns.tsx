import type { NamedType } from '@pianzhang/contract/types'
import type { DataColumn } from '../../ui/table/column.ts'
import { actionsColumn, type EditActions, editDelete, numberColumn } from '../../ui/table/columns/columns.tsx'
import { formatMinute } from '../../ui/time.ts'
import styles from './types.module.css'

export const actionsOf = (row: NamedType, on: EditActions<NamedType>) => editDelete(row, on, '修改')

/** `actions`: whether the person may act on rows; `more`: columns behind the name. */
export const typeColumns = (
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
      <span className={styles.name} title={row.name}>
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
