import type { Change, ChangeState, Changes, LineChange, ListChange } from '@pianzhang/contract/audit-changes'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import styles from './audit-logs.module.css'

const STATES: Readonly<Record<ChangeState, string>> = {
  added: '新增',
  changed: '修改',
  removed: '删除',
  same: '',
}

/** Number of lines of a record shown at first. */
const FIRST = 20

interface Props {
  changes: Changes
  label: string
}

/** 变更前 and 变更后 side by side; below 768 px one under the other. Unchanged fields are shown on demand. */
export function ChangeTable({ changes: { fields, lists }, label }: Props) {
  const [all, setAll] = useState(false)
  const changed = fields.filter(({ state }) => state !== 'same')
  const same = fields.length - changed.length
  if (fields.length === 0 && lists.length === 0) return <p className={styles.none}>该操作没有字段变更</p>
  return (
    <>
      <table className={styles.changes} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">字段</th>
            <th scope="col">变更前</th>
            <th scope="col">变更后</th>
          </tr>
        </thead>
        <tbody>
          {(all ? fields : changed).map((change) => (
            <Row key={change.label} {...change} />
          ))}
        </tbody>
        {lists.map((list) => (
          <Lines key={list.label} {...list} />
        ))}
      </table>
      {same > 0 && (
        <Button type="link" onClick={() => setAll(!all)}>
          {all ? '收起未变更的字段' : `显示未变更的 ${same} 个字段`}
        </Button>
      )}
    </>
  )
}

const Row = ({ label, before, after, state }: Change) => (
  <tr data-state={state}>
    <th scope="row">{label}</th>
    <td data-title="变更前">{before || '-'}</td>
    <td data-title="变更后">{after || '-'}</td>
  </tr>
)

/** The lines of a record that changed, each with its fields. */
function Lines({ label, lines, same }: ListChange) {
  const [all, setAll] = useState(false)
  return (
    <>
      <tbody>
        <tr className={styles.group}>
          <th scope="rowgroup" colSpan={3}>
            {label}
            <span>
              {lines.length > 0 && `变更 ${lines.length} 条`}
              {lines.length > 0 && same > 0 && '，'}
              {same > 0 && `未变更 ${same} 条`}
            </span>
          </th>
        </tr>
      </tbody>
      {(all ? lines : lines.slice(0, FIRST)).map((line) => (
        <Line key={`${line.state} ${line.title}`} {...line} />
      ))}
      {!all && lines.length > FIRST && (
        <tbody>
          <tr>
            <td colSpan={3}>
              <Button type="link" onClick={() => setAll(true)}>
                显示全部 {lines.length} 条
              </Button>
            </td>
          </tr>
        </tbody>
      )}
    </>
  )
}

const Line = ({ title, state, fields }: LineChange) => (
  <tbody>
    <tr className={styles.line}>
      <th scope="rowgroup" colSpan={3}>
        {title}
        <span data-state={state}>{STATES[state]}</span>
      </th>
    </tr>
    {fields.map((change) => (
      <Row key={change.label} {...change} />
    ))}
  </tbody>
)
