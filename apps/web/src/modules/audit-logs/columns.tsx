import type { AuditLog } from '@pianzhang/contract/audit-logs'
import { cells } from '../../ui/table/cells.tsx'
import type { DataColumn } from '../../ui/table/DataTable.tsx'
import styles from './audit-logs.module.css'
import { actionOf, nameOf, recordOf, resourceOf, secondOf } from './words.ts'

const { text, number } = cells<AuditLog>()

/** All fit beside the menu at 1280 px. */
export const logColumns = (onOpen: (row: AuditLog) => void): DataColumn<AuditLog>[] => [
  { key: 'created_at', title: '时间', width: 164, fixed: 'start', ...number(secondOf, '-') },
  { key: 'user_name', title: '操作人', width: 96, ...text((row) => row.user_name, '-') },
  { key: 'action', title: '操作', width: 104, ...text(actionOf) },
  { key: 'resource', title: '资源', width: 84, ...text(resourceOf) },
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
  { key: 'project', title: '项目', width: 128, ...text((row) => row.project?.name ?? '', '-') },
  { key: 'address', title: '来源地址', width: 124, ...number((row) => row.address, '-') },
  {
    key: 'actions',
    title: '变更',
    width: 64,
    fixed: 'end',
    render: (row) => (
      <button
        type="button"
        className={styles.open}
        aria-label={`查看 ${nameOf(row)}`}
        onClick={() => onOpen(row)}
      >
        查看
      </button>
    ),
  },
]
