import { createContext, use, useEffect, useMemo, useRef, useState } from 'react'
import { keyOf, type MergeField } from '../conflict/merge.ts'

/** Of any form. */
type Field = MergeField<never>

/** How the fields of a form are merged when a colleague saved first: each item says it while it is shown. */
export const Merged = createContext({ put: (_: Field) => {}, remove: (_: string) => {} })

/** Of the form around this item. */
export function useMerged(field: Field): void {
  const { put, remove } = use(Merged)
  const key = keyOf(field)
  // After each render: options may have come that name the values.
  useEffect(() => put(field))
  useEffect(() => () => remove(key), [remove, key])
}

/**
 * The fields that items have put, in the order in which they appeared; always the same array, as a save that was refused reads it later.
 * `onPut`: names may have changed.
 */
export function useMergeFields<V>(onPut: () => void) {
  const [fields] = useState<MergeField<V>[]>(() => [])
  const latest = useRef(onPut)
  latest.current = onPut
  const registry = useMemo(() => {
    const indexOf = (key: string) => fields.findIndex((one) => keyOf(one) === key)
    return {
      put: (field: Field) => {
        const at = indexOf(keyOf(field))
        // The items are typed by the same form.
        fields.splice(at < 0 ? fields.length : at, at < 0 ? 0 : 1, field as unknown as MergeField<V>)
        latest.current()
      },
      remove: (key: string) => {
        const at = indexOf(key)
        if (at >= 0) fields.splice(at, 1)
      },
    }
  }, [fields])
  return { fields, registry }
}
