import { createContext, use, useEffect, useMemo, useRef, useState } from 'react'
import { keyOf, type MergeField } from '../conflict/merge.ts'

/** A field of any form. */
type Field = MergeField<never>

/** Registry of how the fields of a form are merged when a colleague saved first. Each item registers its field while it is mounted. */
export const Merged = createContext({ put: (_: Field) => {}, remove: (_: string) => {} })

/** Registers a field in the form around this item. */
export function useMerged(field: Field): void {
  const { put, remove } = use(Merged)
  const key = keyOf(field)
  // After each render, because options may have loaded whose labels name the values.
  useEffect(() => put(field))
  useEffect(() => () => remove(key), [remove, key])
}

/**
 * The registered fields, in the order in which they appeared. Always the same array, because a refused save reads it later. `onPut`: called
 * after a registration, as labels may have changed.
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
        // The cast is safe, because the items are typed by the same form.
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
