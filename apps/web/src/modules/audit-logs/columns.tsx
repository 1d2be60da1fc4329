import type { AuditLog } from '@pianzhang/contract/audit-logs'
import { memo } from 'react'
import { RecordCard } from '../../ui/list/cards/RecordCard.tsx'
import type { DataColumn } from '../../ui/table/column.ts'
import { numberColumn, textColumn } from '../../ui/table/columns/columns.tsx'
import styles from './audit-logs.module.css'
import { actionOf, deedOf, isChange, nameOf, recordOf, resourceOf, secondOf } from './words.ts'

/** All columns fit beside the menu at 1280 px. */
export const logColumns = (onOpen: (row: AuditLog) => void): DataColumn<AuditLog>[] => [
  numberColumn('created_at', '时间', secondOf, { width: 164, fixed: 'start' }),
  textColumn('user_name', '操作人', (row) => row.user_name, { width: 96 }),
  textColumn('action', '操作', actionOf, { width: 104 }),
  textColumn('resource', '资源', resourceOf, { width: 84 }),
  {
    key: 'record',
    title: '对象',
    least: 240,
    text: recordOf,
    render: (row) => (
      <button type="button" className={styles.record} title={recordOf(row)} onClick={() => onOpen(row)}>
        {recordOf(row) || '-'}
      </button>
    ),
  },
  textColumn('project', '项目', (row) => row.project?.name, { width: 128 }),
  numberColumn('address', '来源地址', (row) => row.address, { width: 124 }),
  {
    key: 'actions',
    title: '变更',
    width: 64,
    fixed: 'end',
    render: (row) =>
      isChange(row) ? (
        <button
          type="button"
          className={styles.open}
          aria-label={`查看 ${nameOf(row)}`}
          onClick={() => onOpen(row)}
        >
          查看
        </button>
      ) : (
        '-'
      ),
  },
]

/** An entry as a card on phones: who did what, to which record, when. */
export const Card = memo(function Card({ row, onOpen }: { row: AuditLog; onOpen: (row: AuditLog) => void }) {
  return (
    <RecordCard
      rowKey={row.id}
      of={nameOf(row)}
      title={`${row.user_name} ${deedOf(row)}`}
      text={recordOf(row)}
      meta={[secondOf(row), { shrinking: row.project?.name ?? '' }]}
      actions={[]}
      onOpen={() => onOpen(row)}
    />
  )
})
