import { type Dispatch, type SetStateAction, useState } from 'react'

type Selected<R> = ReadonlyMap<string, R>

/**
 * The selected rows of a list by their key, across its pages. Another `filter`, also through the browser's Back, clears the selection,
 * because a batch delete shows only a count and a sum and not each record.
 */
export function useSelection<R>(filter: string): [Selected<R>, Dispatch<SetStateAction<Selected<R>>>] {
  const [selected, setSelected] = useState<Selected<R>>(() => new Map())
  const [of, setOf] = useState(filter)
  if (of !== filter) {
    setOf(filter)
    setSelected(new Map())
  }
  return [selected, setSelected]
}
