import type { ReactNode } from 'react'
import { type Load, withAntd } from '../antd/withAntd.tsx'
import { later } from '../code/later.tsx'
import { RANGE_ENDS, rangeEndName } from '../fields/days/dates.ts'
import styles from './FilterRow.module.css'

interface InputShape {
  placeholder: string
  /** Accessible name. */
  name: string
}

/** A filter's field built with antd, loaded after the first rows are painted. */
export const laterField = <P extends { className?: string | undefined }>(
  load: Load<P>,
  inputs: (props: P) => readonly InputShape[],
) =>
  later<P>(
    withAntd(load),
    (props): ReactNode => (
      <span className={`${styles.box} ${props.className}`}>
        {inputs(props).map(({ placeholder, name }) => (
          <input key={placeholder} autoComplete="off" placeholder={placeholder} aria-label={name} />
        ))}
      </span>
    ),
  )

export const MultiSelect = laterField(
  async () => ({ default: (await import('../fields/choice/MultiSelect.tsx')).MultiSelect }),
  ({ name }) => [{ placeholder: `请选择${name}`, name }],
)
export const ClosedSelect = laterField(
  () => import('./ClosedSelect.tsx'),
  ({ name }) => [{ placeholder: `请选择${name}`, name }],
)
export const DateFilter = laterField(
  async () => ({ default: (await import('./DateFilter.tsx')).DateFilter }),
  ({ name }) => RANGE_ENDS.map((end) => ({ placeholder: end, name: rangeEndName(name, end) })),
)
