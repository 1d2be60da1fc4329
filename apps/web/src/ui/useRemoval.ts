import { type Dispatch, type SetStateAction, useCallback } from 'react'
import type { Answer } from '../app/api.ts'
import { ask, confirmDelete } from './confirm.tsx'
import { toast } from './toast.ts'

/** How records of a list are deleted, and what the question before it names. */
export interface Removal<R> {
  nameOne: (row: R) => string
  /** How many, and how much or which. */
  nameMany: (rows: readonly R[]) => string
  /** Why so many cannot go at once; undefined where they can. */
  refusal?: (rows: readonly R[]) => string | undefined
  removeOne: (code: string) => Promise<Answer<unknown>>
  removeMany: (codes: readonly string[]) => Promise<Answer<unknown>>
  /** Loads anew what showed them. */
  changed: () => Promise<void>
}

/** Deleting asks first. What cannot be deleted stays: the server says why. What is gone is not selected any more. */
export function useRemoval<R extends { code: string }>(
  removal: Removal<R>,
  setSelected: Dispatch<SetStateAction<ReadonlyMap<string, R>>>,
) {
  const finish = useCallback(
    async (codes: readonly string[], { msg }: Answer<unknown>) => {
      setSelected((old) => new Map([...old].filter(([code]) => !codes.includes(code))))
      await removal.changed()
      toast.success(msg)
    },
    [removal, setSelected],
  )

  const removeOne = useCallback(
    (row: R) => {
      const run = async () => finish([row.code], await removal.removeOne(row.code))
      void confirmDelete('确定删除该条记录？', removal.nameOne(row), run)
    },
    [removal, finish],
  )

  const removeMany = useCallback(
    (rows: readonly R[]) => {
      if (rows.length === 0) return toast.warning('请选择删除项')
      const refused = removal.refusal?.(rows)
      if (refused !== undefined) return toast.warning(refused)
      const codes = rows.map((row) => row.code)
      const run = async () => finish(codes, await removal.removeMany(codes))
      void ask({ title: '确定批量删除？', text: removal.nameMany(rows), danger: true }, run)
    },
    [removal, finish],
  )

  return { removeOne, removeMany }
}
