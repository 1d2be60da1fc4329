import { type FunctionComponent, type ReactNode, Suspense, useCallback, useState } from 'react'
import type { Params } from '../../../platform/address/listSearch.ts'
import { useReturnFocus } from '../../popup/useReturnFocus.ts'
import type { DeskProps, Given, WalkOf } from './records.ts'

/** What a list offers for the pictures of its records. */
export interface ListPictures<R> {
  /** 凭证图片 */
  what: string
  onFiles: (row: R, files: readonly File[]) => void
  /** Opens the walk through the records without pictures; absent: there is none. */
  onWalk: (() => void) | undefined
  desk: ReactNode
}

/**
 * Pictures without dialogs: dropped or pasted on a row, or one record after the other. `params`: of the walk, from those of the list.
 * Undefined for who may not write.
 */
export function usePictureDesk<R>(
  may: boolean,
  Desk: FunctionComponent<DeskProps<R>>,
  what: string,
  params?: () => Params,
): { pictures: ListPictures<R> | undefined; walkOne: ((row: R) => void) | undefined } {
  const [given, setGiven] = useState<readonly Given<R>[]>([])
  const [walk, setWalk] = useState<WalkOf<R> | null>(null)
  useReturnFocus(walk !== null)
  const walkOne = useCallback((row: R) => setWalk({ row }), [])
  if (!may) return { pictures: undefined, walkOne: undefined }
  const close = () => {
    setGiven([])
    setWalk(null)
  }
  return {
    walkOne,
    pictures: {
      what,
      onFiles: (row, files) => setGiven((old) => [...old, { row, files }]),
      onWalk: params && (() => setWalk({ params: params() })),
      desk: (given.length > 0 || walk) && (
        <Suspense>
          <Desk given={given} walk={walk} onWalkEnd={() => setWalk(null)} onClose={close} />
        </Suspense>
      ),
    },
  }
}
