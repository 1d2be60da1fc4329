import type { ImportError, ImportResult } from '@pianzhang/contract/imports'
import { Button } from 'antd'
import { count } from '../count.ts'
import { IconDownload, IconWarning } from '../icons.tsx'
import { MiniTable } from '../table/MiniTable.tsx'
import styles from './ImportDialog.module.css'

type Verdict = Pick<ImportResult, 'error_items' | 'total' | 'bad' | 'failed_rows_url'>

/** All errors by row and column, one line for each, so that every line names its place. */
export function ImportErrors({
  verdict,
  onFailedRows,
}: {
  verdict: Verdict
  onFailedRows: (url: string) => void
}) {
  const { error_items, total, bad, failed_rows_url: url } = verdict
  return (
    <div className={styles.panel}>
      <div className={styles.panelHead} role="alert">
        <IconWarning size={16} />
        <b>导入失败</b>
        {total > 0 && (
          <span className="num">
            {count(bad)} / {count(total)} 行
          </span>
        )}
        {url && (
          <Button size="small" icon={<IconDownload size={14} />} onClick={() => onFailedRows(url)}>
            下载失败行
          </Button>
        )}
      </div>
      {error_items.length > 0 && (
        <MiniTable label="错误" titles={['错误', '列', '内容']} className={styles.errors} box={styles.list}>
          {error_items.map(rowsOf)}
        </MiniTable>
      )}
    </div>
  )
}

function rowsOf({ line, desc, mistakes }: ImportError) {
  if (line === 0)
    return (
      <tr key="rest">
        <td colSpan={3} className={styles.rest}>
          {desc}
        </td>
      </tr>
    )
  const known = mistakes.length > 0 ? mistakes : [{ column: '', message: desc, cell: '', content: '' }]
  return known.map(({ column, message, cell, content }) => (
    <tr key={`${line}:${column}:${message}`}>
      <td>
        第{line}行错误：{message}
      </td>
      <td>
        {column || '-'} {cell && <span className={styles.cell}>{cell}</span>}
      </td>
      <td>{content || '-'}</td>
    </tr>
  ))
}
