import type { ReactNode } from 'react'
import { Check, Tick } from '../../ui/fields/Tick.tsx'
import { TextTip } from '../../ui/popup/TextTip.tsx'
import mini from '../../ui/table/MiniTable.module.css'
import {
  BOXES,
  type Box,
  isTicked,
  type Place,
  type Resource,
  stateOf,
  type Ticks,
  tick,
  tickAll,
} from './grants.ts'
import styles from './PermissionTable.module.css'

interface Props {
  resources: readonly Resource[]
  ticks: Ticks
  /** The check boxes that may be changed; without any the table is read-only. */
  free: readonly Place[]
  /** Words beside a resource whose check boxes were taken from a colleague's save, or differ from it. */
  marks?: ReadonlyMap<string, string>
  onChange: (ticks: Ticks) => void
}

/** Why a check box that the resource offers cannot be ticked. */
const LACKING = '您没有该权限，不能授予他人'
const NOT_OFFERED = '该资源没有此操作'

/** A row of check boxes for each resource. The head of a column ticks the column, the name of a resource its row. */
export function PermissionTable({ resources, ticks, free, marks, onChange }: Props) {
  const all = (name: string, places: readonly Place[], children: ReactNode) => {
    const state = stateOf(ticks, places)
    return (
      <Check
        aria-label={name}
        checked={state === 'all'}
        indeterminate={state === 'some'}
        disabled={places.length === 0}
        onChange={() => onChange(tickAll(ticks, places))}
      >
        {children}
      </Check>
    )
  }
  const box = ({ name, model, actions }: Resource, action: Box, title: string) => {
    const offered = actions.includes(action)
    const isFree = free.some((place) => place.model === model && place.box === action)
    const input = (
      <Tick
        aria-label={`${name} ${title}`}
        checked={isTicked(ticks, model, action)}
        disabled={!isFree}
        onChange={({ target }) => onChange(tick(ticks, model, action, target.checked))}
      />
    )
    if (isFree || free.length === 0) return input
    return <TextTip text={() => (offered ? LACKING : NOT_OFFERED)}>{input}</TextTip>
  }

  return (
    <table className={`${mini.table} ${styles.table}`} aria-label="权限">
      <colgroup>
        <col />
        {BOXES.map(({ action }) => (
          <col key={action} className={styles.box} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{free.length > 0 ? all('全部资源', free, '资源') : '资源'}</th>
          {BOXES.map(({ action, title }) => (
            <th key={action} scope="col">
              {free.length > 0
                ? all(
                    `全部${title}`,
                    free.filter((place) => place.box === action),
                    title,
                  )
                : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {resources.map((resource) => (
          <tr key={resource.model}>
            <th scope="row">
              {free.length > 0
                ? all(
                    `${resource.name} 全部`,
                    free.filter((place) => place.model === resource.model),
                    resource.name,
                  )
                : resource.name}
              {marks?.has(resource.model) && (
                <small className={styles.mark}>{marks.get(resource.model)}</small>
              )}
            </th>
            {BOXES.map(({ action, title }) => (
              <td key={action}>{box(resource, action, title)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
