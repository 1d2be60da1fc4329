import { type Dispatch, type SetStateAction, useCallback } from 'react'
import { type Answer, ApiError } from '../../../platform/api/api.ts'
import { isGone } from '../../../platform/ledger/list.ts'
import { count } from '../../count.ts'
import { ask, confirmDelete } from '../../popup/confirm.tsx'
import { toast } from '../../popup/toast.ts'

/** How records of a list are deleted, and what the question before it names. */
export interface Removal<R> {
  nameOne: (row: R) => string
  /** Number of the records, and their sum or names. */
  nameMany: (rows: readonly R[]) => string
  /** Why these cannot be deleted together; undefined where they can. */
  refusal?: (rows: readonly R[]) => string | undefined
  removeOne: (code: string) => Promise<Answer<unknown>>
  /** Deletes all or none. A 404 is not reported by the call itself. */
  removeMany: (codes: readonly string[]) => Promise<Answer<unknown>>
  /** Reloads what showed the deleted records. */
  changed: () => Promise<void>
}

/** Result of deleting several: `removed` no longer exist, whoever deleted them. */
interface Removed {
  removed: readonly string[]
  msg: string
  /** Some had been deleted by others, so the server refused to delete the rest. */
  refused: boolean
}

/** Deletes the records together, or reads from the refusal which of them no longer exist. Rethrows any other failure. */
export async function removeTogether(
  removeMany: Removal<never>['removeMany'],
  codes: readonly string[],
): Promise<Removed> {
  try {
    return { removed: codes, msg: (await removeMany(codes)).msg, refused: false }
  } catch (error) {
    if (!(error instanceof ApiError) || !isGone(error)) throw error
    const removed = goneOf(codes, error)
    const msg = removed.length > 0 ? goneWords(codes.length, removed.length) : error.message
    return { removed, msg, refused: true }
  }
}

/** A 404 for several names the missing ones by index, `codes[3]`; for one it can only be that one. */
function goneOf(codes: readonly string[], { errors }: ApiError): readonly string[] {
  if (codes.length === 1) return codes
  const places = new Set(errors.map(({ field }) => field))
  return codes.filter((_, at) => places.has(`codes[${at}]`))
}

const goneWords = (selected: number, gone: number): string =>
  gone === selected
    ? `所选 ${count(selected)} 条均已被删除。`
    : `所选 ${count(selected)} 条中有 ${count(gone)} 条已被删除，其余 ${count(selected - gone)} 条未删除，请核对后重试。`

/** Asks, then deletes. Records that cannot be deleted stay, with the server's reason; deleted ones are deselected. */
export function useRemoval<R extends { code: string }>(
  removal: Removal<R>,
  setSelected: Dispatch<SetStateAction<ReadonlyMap<string, R>>>,
) {
  const deselect = useCallback(
    (gone: readonly string[]) => {
      const codes = new Set(gone)
      setSelected((old) => new Map([...old].filter(([code]) => !codes.has(code))))
    },
    [setSelected],
  )
  const finish = useCallback(
    async ({ removed, msg, refused }: Removed) => {
      deselect(removed)
      await removal.changed()
      if (refused) toast.warning(msg)
      else toast.success(msg)
    },
    [removal, deselect],
  )

  const removeOne = useCallback(
    (row: R) => {
      const run = async () => {
        const { msg } = await removal.removeOne(row.code).catch((error: unknown) => {
          if (isGone(error)) deselect([row.code])
          throw error
        })
        await finish({ removed: [row.code], msg, refused: false })
      }
      void confirmDelete('确定删除该条记录？', removal.nameOne(row), run)
    },
    [removal, finish, deselect],
  )

  const removeMany = useCallback(
    (rows: readonly R[]) => {
      if (rows.length === 0) return toast.warning('请选择删除项')
      const refused = removal.refusal?.(rows)
      if (refused !== undefined) return toast.warning(refused)
      const codes = rows.map((row) => row.code)
      const run = async () => finish(await removeTogether(removal.removeMany, codes))
      void ask({ title: '确定批量删除？', text: removal.nameMany(rows), danger: true }, run)
    },
    [removal, finish],
  )

  return { removeOne, removeMany }
}
