import type { DataColumn } from '../../table/column.ts'
import { Fact, Facts } from './Facts.tsx'
import { type DetailProps, RecordDetail } from './RecordDetail.tsx'

interface Props<R> extends DetailProps<R> {
  title: string
  columns: readonly DataColumn<R>[]
}

/** A dialog of a record with a fact for each column, opened by a card: on a phone a long text has no room in the list. */
export const ColumnDetail = <R extends { can: { write: boolean } }>({
  row,
  columns,
  ...dialog
}: Props<R>) => (
  <RecordDetail row={row} {...dialog} width={560}>
    <Facts columns="repeat(2, minmax(0, 1fr))">
      {columns.map(({ key, title, width, text, render }) => (
        // The column that takes the list's remaining width has the long text, which is cut there.
        <Fact key={key} name={title} value={width ? render(row) : text?.(row)} wide={!width} />
      ))}
    </Facts>
  </RecordDetail>
)
