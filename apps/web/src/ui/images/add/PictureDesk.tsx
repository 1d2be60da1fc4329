import { useEffect, useEffectEvent, useRef } from 'react'
import type { DeskProps, PictureRecords } from './records.ts'
import { Tray } from './Tray.tsx'
import { useJobs } from './useJobs.ts'
import { Walk } from './Walk.tsx'

/** Adds pictures to records of a list: those dropped or pasted on a row, and those of the walk. */
export function PictureDesk<R>({
  of,
  given,
  walk,
  onWalkEnd,
}: Omit<DeskProps<R>, 'onClose'> & { of: PictureRecords<R> }) {
  const work = useJobs(of)
  const taken = useRef(0)
  const take = useEffectEvent((all: DeskProps<R>['given']) => {
    for (const { row, files } of all.slice(taken.current)) void work.add(row, files)
    taken.current = all.length
  })
  useEffect(() => take(given), [given])
  return walk ? <Walk of={of} through={walk} work={work} onClose={onWalkEnd} /> : <Tray of={of} work={work} />
}
