import { formatYuan } from '@pianzhang/contract/money'
import { MoneyText } from '../../MoneyText.tsx'
import type { DataColumn } from '../column.ts'
import styles from './columns.module.css'
import { type RowAction, RowActions } from './RowActions.tsx'

/** Fits 9,999,999,999,999.99 in the weight of sums, between the paddings of a cell. */
const MONEY_WIDTH = 164

interface Shape
  extends Partial<
    Pick<DataColumn<never>, 'width' | 'least' | 'fixed' | 'sortable' | 'align' | 'beginsHidden' | 'essential'>
  > {
  /** Shown in an empty cell on the screen, where it says more than that; paper leaves it empty. */
  none?: string
}

type TextOf<R> = (row: R) => string | null | undefined

/** What an empty cell shows on the screen; paper leaves it empty. */
export const NOTHING = <span className="faint">-</span>

const cellColumn =
  (num: boolean) =>
  <R,>(key: string, title: string, of: TextOf<R>, { none, ...shape }: Shape = {}): DataColumn<R> => ({
    key,
    title,
    ...shape,
    ...(num && { unbroken: true }),
    text: (row) => of(row) ?? '',
    render: (row) => (
      <span className={num ? 'num' : undefined} title={of(row) ?? ''}>
        {of(row) || (none ?? NOTHING)}
      </span>
    ),
  })

/** A text; its whole is in a native `title`, as hundreds of component tooltips would slow the table down. */
export const textColumn = cellColumn(false)

/** Days, times, numbers: digits of one width, kept in one line on paper. */
export const numberColumn = cellColumn(true)

/** An amount in yuan. */
export const moneyColumn = <R,>(
  key: string,
  title: string,
  of: (row: R) => string | null,
  shape: Shape = {},
): DataColumn<R> => ({
  key,
  title,
  width: MONEY_WIDTH,
  align: 'right',
  ...shape,
  text: (row) => moneyText(of(row)),
  render: (row) => <MoneyText amount={of(row)} />,
})

/** A number that opens its record. */
export const openColumn = <R,>(
  key: string,
  title: string,
  of: (row: R) => string,
  onOpen: (row: R) => void,
  shape: Shape = {},
): DataColumn<R> => ({
  key,
  title,
  ...shape,
  text: of,
  unbroken: true,
  render: (row) =>
    of(row) && (
      <button type="button" className={`num ${styles.open}`} onClick={() => onOpen(row)}>
        {of(row)}
      </button>
    ),
})

/** The row actions, in the last column. */
export const actionsColumn = <R,>(
  width: number,
  nameOf: (row: R) => string,
  actionsOf: (row: R) => readonly RowAction[],
): DataColumn<R> => ({
  key: 'actions',
  title: '操作',
  width,
  fixed: 'end',
  render: (row) => <RowActions of={nameOf(row)} actions={actionsOf(row)} />,
})

export interface EditActions<R> {
  onEdit: (row: R) => void
  /** Opens a new record with the values of this one; undefined where the person may not add any. */
  onCopy?: ((row: R) => void) | undefined
  onDelete: (row: R) => void
}
export interface RecordActions<R> extends EditActions<R> {
  onDetail: (row: R) => void
}

/** 编辑, 复制 and 删除, each where it is allowed. */
export const editDelete = <R extends { can: { write: boolean; delete: boolean } }>(
  row: R,
  { onEdit, onCopy, onDelete }: EditActions<R>,
  edit = '编辑',
): RowAction[] => [
  ...(row.can.write ? [{ label: edit, onClick: () => onEdit(row) }] : []),
  ...(onCopy ? [{ label: '复制', onClick: () => onCopy(row) }] : []),
  ...(row.can.delete ? [{ label: '删除', danger: true, onClick: () => onDelete(row) }] : []),
]

/** An amount on paper. */
export const moneyText = (amount: string | null): string => (amount === null ? '' : formatYuan(amount))
