import type { ReactNode } from 'react'
import { type Load, withAntd } from '../antd/withAntd.tsx'
import { later } from '../code/later.tsx'
import styles from './ListFilters.module.css'

/** A field of antd in a row of filters: after the rows. `placeholders`: one of each of its inputs. */
export const laterField = <P extends { className?: string | undefined }>(
  load: Load<P>,
  placeholders: (props: P) => readonly string[],
) =>
  later<P>(
    withAntd(load),
    (props): ReactNode => (
      <span className={`${styles.box} ${props.className}`}>
        {placeholders(props).map((words) => (
          <input key={words} readOnly placeholder={words} aria-label={words} />
        ))}
      </span>
    ),
  )

export const MultiSelect = laterField(
  async () => ({ default: (await import('../fields/MultiSelect.tsx')).MultiSelect }),
  ({ name }) => [`请选择${name}`],
)
export const DateFilter = laterField(
  async () => ({ default: (await import('./DateFilter.tsx')).DateFilter }),
  () => ['开始日期', '结束日期'],
)
