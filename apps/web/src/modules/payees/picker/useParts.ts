import type { PayeeLink } from '@pianzhang/contract/payee-link'
import { useEffect, useState } from 'react'
import { useFeature } from '../../../platform/session/session.ts'
import { loadCode } from '../../../ui/code/code.ts'
import type { DataColumn } from '../../../ui/table/column.ts'

export type PayeeParts = typeof import('./payeeColumn.tsx')
let loaded: PayeeParts | undefined

/** What payees add to a list; undefined while the company has the feature off, and until the code is there: rows do not wait for it. */
export function usePayeeParts(): PayeeParts | undefined {
  const on = useFeature('payee')
  const [parts, setParts] = useState(loaded)
  useEffect(() => {
    if (!on || loaded) return
    loadCode(() => import('./payeeColumn.tsx')).then(
      (code) => {
        loaded = code
        setParts(code)
      },
      // Without its code the list stays as it is; the next visit asks again.
      () => {},
    )
  }, [on])
  return on ? parts : undefined
}

interface Paid {
  payee?: PayeeLink | null | undefined
}

/** A column with names, marked where payees are known. */
export const markedBy = <R extends Paid>(
  parts: PayeeParts | undefined,
  column: DataColumn<R>,
): DataColumn<R> => parts?.marked(column, ({ payee }) => payee, true) ?? column

/** The column of payees, where they are known. */
export const payeeColumns = <R extends Paid>(parts: PayeeParts | undefined): DataColumn<R>[] =>
  parts ? [parts.payeeColumn<R>()] : []
