import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Answer } from '../../platform/api/api.ts'
import { type Keyed, keyOf } from '../../platform/ledger/records.ts'
import type { Kept } from './again/useKept.ts'
import { type Doubt, FormDialog } from './FormDialog.tsx'
import type { Filled } from './filled.ts'

/** Props that a page passes to the dialog of a record. */
export interface RecordProps<R> {
  /** Null: a new record. */
  row: R | null
  /** A new record begins with the values of this one. */
  like?: R | undefined
  onClose: () => void
}

/** The calls of `recordsOf`. */
interface Calls<R> {
  key: string
  create: (body: never, idempotencyKey: string) => Promise<Answer<unknown>>
  update: (code: string, body: never, idempotencyKey: string) => Promise<Answer<unknown>>
  latest: (code: string) => Promise<R | undefined>
  changed: () => Promise<void>
}

/** The body that these calls take: `B`, if it has a value, or a word that it may have none, for each field of the API, and no other field. */
type BodyFor<O extends Pick<Calls<unknown>, 'create'>, B, Input = Parameters<O['create']>[0]> = B &
  Input & { [N in Exclude<keyof Input, keyof B | 'version'>]-?: Input[N] } & {
    [N in Exclude<keyof B, keyof Input>]: never
  }

interface Props<R, V, B, O extends Calls<R>> extends RecordProps<R> {
  of: O
  title: string
  width: number
  /** The form's values of a record. */
  values: (row: R | null) => Filled<V>
  /** The body of the request, without the version. */
  body: (values: V) => BodyFor<O, B>
  /** Called with each newer version, so that the options include what it refers to. */
  onLatest?: (latest: R) => void
  shape: Readonly<Record<string, z.ZodType>>
  nothing?: ((values: V) => boolean) | undefined
  doubt?: ((values: V) => Doubt<V> | undefined) | undefined
  fieldOf?: (field: string) => string
  /** What a new record takes over from another one; without it there is neither 复制 nor 保存并继续. */
  again?: Again<V>
  /** The items. */
  children: ReactNode
}

export interface Again<V> extends Kept<V> {
  /** Fields that 复制 leaves as in an empty record: the number, the day, files. */
  fresh: readonly (keyof V)[]
  /** The field to go on with. */
  focus: keyof V & string
}

/** `values` with these fields of `other`. */
const withFields = <V extends object>(values: V, other: V, names: readonly (keyof V)[]): V => ({
  ...values,
  ...Object.fromEntries(names.map((name) => [name, other[name]])),
})

/** The dialog that creates or edits a record. */
export function RecordDialog<
  R extends Keyed & { version: number; updated_at?: string },
  V extends object,
  B extends object,
  O extends Calls<R>,
>({ of, row, like, values, body, onLatest, again, ...dialog }: Props<R, V, B, O>) {
  const empty = values(null)
  const copied = like && withFields(values(like), empty, again?.fresh ?? [])
  return (
    <FormDialog<V, Answer<unknown>, R>
      {...dialog}
      initial={row ? values(row) : (copied ?? empty)}
      edited={
        row && {
          record: row,
          latest: () => of.latest(keyOf(row)),
          valuesOf: values,
          ...(onLatest && { onLatest }),
        }
      }
      send={(typed, key, version) =>
        row
          ? of.update(keyOf(row), { ...(body(typed) as B), version } as never, key)
          : of.create(body(typed) as never, key)
      }
      next={!row && again ? { ...again, name: of.key, empty: () => values(null) } : undefined}
      onSaved={of.changed}
    />
  )
}
