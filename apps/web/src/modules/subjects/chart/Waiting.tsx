import type { UseQueryResult } from '@tanstack/react-query'
import ring from '../../../ui/chart/figures/Ring.module.css'
import { RowSkeleton } from '../../../ui/states/Loading.tsx'
import { Failed } from '../../../ui/states/States.tsx'

interface Props {
  query: UseQueryResult
  /** Relative widths of the columns of placeholder rows. */
  columns: readonly number[]
}

/** Shown in place of a subject's figures while they load, or once loading failed. */
export const Waiting = ({ query: { error, isFetching, refetch }, columns }: Props) =>
  error ? (
    <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
  ) : (
    <div className={ring.wait}>
      <RowSkeleton rows={7} columns={columns} />
    </div>
  )
