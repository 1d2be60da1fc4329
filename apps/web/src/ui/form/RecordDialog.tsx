import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Answer } from '../../platform/api/api.ts'
import { type Keyed, keyOf } from '../../platform/ledger/records.ts'
import { FormDialog } from './FormDialog.tsx'
import type { Filled } from './filled.ts'

/** Props that a page passes to the dialog of a record. */
export interface RecordProps<R> {
  /** Null: a new record. */
  row: R | null
  onClose: () => void
}

interface Props<R, V, B> extends RecordProps<R> {
  /** The calls of `recordsOf`. */
  of: {
    create: (body: B & { version: undefined }, idempotencyKey: string) => Promise<Answer<R>>
    update: (
      code: string,
      body: B & { version: number | undefined },
      idempotencyKey: string,
    ) => Promise<Answer<R>>
    latest: (code: string) => Promise<R | undefined>
    changed: () => Promise<void>
  }
  title: string
  width: number
  /** The form's values of a record. */
  values: (row: R | null) => Filled<V>
  /** The body of the request, without the version. */
  body: (values: V) => B
  /** Called with each newer version, so that the options include what it refers to. */
  onLatest?: (latest: R) => void
  shape: Readonly<Record<string, z.ZodType>>
  nothing?: ((values: V) => boolean) | undefined
  fieldOf?: (field: string) => string
  /** The items. */
  children: ReactNode
}

/** The dialog that creates or edits a record. */
export function RecordDialog<
  R extends Keyed & { version: number; updated_at?: string },
  V extends object,
  B extends object,
>({ of, row, values, body, onLatest, ...dialog }: Props<R, V, B>) {
  return (
    <FormDialog<V, Answer<R>, R>
      {...dialog}
      initial={values(row)}
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
          ? of.update(keyOf(row), { ...body(typed), version }, key)
          : of.create({ ...body(typed), version: undefined }, key)
      }
      onSaved={of.changed}
    />
  )
}
