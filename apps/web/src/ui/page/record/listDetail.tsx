import type { FunctionComponent } from 'react'
import { lazyDialog } from '../../code/lazy.tsx'
import type { DataColumn } from '../../table/column.ts'
import type { DetailProps } from './RecordDetail.tsx'

/** The details of a record whose list has a column for each field. */
export const listDetail = <R extends { can: { write: boolean } }>(
  title: string,
  columns: readonly DataColumn<R>[],
): FunctionComponent<DetailProps<R>> =>
  lazyDialog(async () => {
    const { ColumnDetail } = await import('./ColumnDetail.tsx')
    return { default: (props: DetailProps<R>) => <ColumnDetail {...props} title={title} columns={columns} /> }
  })
