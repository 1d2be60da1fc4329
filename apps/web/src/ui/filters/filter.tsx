import type { ReactNode } from 'react'
import type { Loaded, Option } from '../../platform/ledger/selects.ts'
import { datesFault } from '../fields/days/dates.ts'
import styles from './FilterRow.module.css'
import type { FilterTag } from './FilterTags.tsx'
import { ClosedSelect, DateFilter, MultiSelect } from './lateFields.tsx'

/**
 * One filter of a list: its field and its tags. A module lists its filters; the functions below make the usual kinds.
 */
export interface Filter<F> {
  /** A parameter of the address that no other filter uses. */
  key: string
  /** 付款方式 */
  name: string
  /** The active values, one entry each; `rest`: the parameters without this value. */
  tags: (filter: F) => readonly { key: string; value: string; rest: Partial<F> }[]
  /** Undefined: the filter has no field and is set by links only. */
  field?: (values: F, set: (part: Partial<F>) => void) => ReactNode
  /** Why the field's content is not a valid filter. */
  fault?: (values: F) => string | undefined
}

type Of<K extends string, V> = { [key in K]?: V | undefined }
const of = <K extends string, V>(values: [K, V | undefined][]) => Object.fromEntries(values) as Of<K, V>

/** 2026-11-01 – 2026-11-21, or the end that is given. */
const period = (start: string | undefined, end: string | undefined): string =>
  start && end ? (start === end ? start : `${start} – ${end}`) : start ? `${start} 起` : `至 ${end}`

/** A filter by a period, in two parameters. */
export function datesFilter<S extends string, E extends string>(
  name: string,
  start: S,
  end: E,
): Filter<Of<S | E, string>> {
  type F = Of<S | E, string>
  const datesOf = (filter: F) => [filter[start] ?? null, filter[end] ?? null] as const
  const fault = (values: F) => datesFault(datesOf(values))
  return {
    key: start,
    name,
    fault,
    tags: (filter) =>
      filter[start] || filter[end]
        ? [
            {
              key: start,
              value: period(filter[start], filter[end]),
              rest: of<S | E, string>([
                [start, undefined],
                [end, undefined],
              ]),
            },
          ]
        : [],
    field: (values, set) => (
      <DateFilter
        className={styles.dates}
        name={name}
        fault={fault(values)}
        value={datesOf(values)}
        onChange={(dates) =>
          set(
            of<S | E, string>([
              [start, dates?.[0] ?? undefined],
              [end, dates?.[1] ?? undefined],
            ]),
          )
        }
      />
    ),
  }
}

/** A filter by several values, in one parameter. `labelOf`: the label of a value; undefined where it is not known (yet). */
export const listFilter = <K extends string>(
  name: string,
  key: K,
  labelOf: (value: string) => string | undefined,
  field?: (values: readonly string[] | undefined, set: (values: string[] | undefined) => void) => ReactNode,
): Filter<Of<K, string[]>> => ({
  key,
  name,
  tags: (filter) =>
    (filter[key] ?? []).map((value) => {
      const rest = filter[key]?.filter((other) => other !== value)
      return {
        key: `${key}:${value}`,
        value: labelOf(value) ?? value,
        rest: of([[key, rest?.length ? rest : undefined]]),
      }
    }),
  ...(field && { field: (values, set) => field(values[key], (next) => set(of([[key, next]]))) }),
})

/** A filter by several options that the server lists. */
export const selectFilter = <K extends string>(
  name: string,
  key: K,
  options: Loaded<Option[]>,
): Filter<Of<K, string[]>> =>
  listFilter(
    name,
    key,
    (value) => options.items?.find((option) => option.value === value)?.label,
    (values, set) => (
      <MultiSelect className={styles.field} name={name} options={options} value={values} onChange={set} />
    ),
  )

/** A filter by one value, in one parameter. `label`: the label of the value. */
export const valueFilter = <K extends string, V extends string = string>(
  name: string,
  key: K,
  label: (value: V) => string,
  field?: (value: V | undefined, set: (value: V | undefined) => void) => ReactNode,
): Filter<Of<K, V>> => ({
  key,
  name,
  tags: (filter) => {
    const value = filter[key]
    return value === undefined ? [] : [{ key, value: label(value), rest: of([[key, undefined]]) }]
  },
  ...(field && { field: (values, set) => field(values[key], (value) => set(of([[key, value]]))) }),
})

/** A filter by one of a few fixed values, in one parameter. */
export const closedFilter = <K extends string, V extends string>(
  name: string,
  key: K,
  options: readonly { value: V; label: string }[],
): Filter<Of<K, V>> =>
  valueFilter<K, V>(
    name,
    key,
    (value) => options.find((one) => one.value === value)?.label ?? value,
    (value, set) => (
      <ClosedSelect
        className={styles.field}
        name={name}
        options={options}
        value={value}
        onChange={(next) => set(next as V | undefined)}
      />
    ),
  )

/** A filter by a typed text, in one parameter. */
export const textFilter = <K extends string>(name: string, key: K): Filter<Of<K, string>> =>
  valueFilter(
    name,
    key,
    (text) => text,
    (text, set) => (
      <span className={`${styles.box} ${styles.field}`}>
        <input
          aria-label={name}
          placeholder={`请输入${name}`}
          maxLength={200}
          autoComplete="off"
          value={text ?? ''}
          onChange={({ target }) => set(target.value || undefined)}
        />
      </span>
    ),
  )

/** The records of one import, which only its dialog links to. A code means nothing to a reader, so the tag shows a fixed text. */
export const importFilter = valueFilter('批量新增', 'import_code', () => '同一次导入')

/** Named records, which only notices of what exists already link to. */
export const codesFilter: Filter<Of<'codes', string[]>> = {
  key: 'codes',
  name: '指定记录',
  tags: ({ codes }) =>
    codes ? [{ key: 'codes', value: `${codes.length} 条`, rest: of([['codes', undefined]]) }] : [],
}

/** All active filters as removable tags. */
export const tagsOf = <F extends object>(
  filters: readonly Filter<F>[],
  filter: F,
  onApply: (filter: F) => void,
): FilterTag[] =>
  filters.flatMap(({ name, tags }) =>
    tags(filter).map(({ key, value, rest }) => ({
      key,
      name,
      value,
      onRemove: () => onApply({ ...filter, ...rest }),
    })),
  )
