import { Button } from '../../../ui/Button.tsx'
import figures from '../../../ui/chart/figures/FigureTable.module.css'
import { count } from '../../../ui/count.ts'
import { MoneyCell } from '../../../ui/table/MiniTable.tsx'

interface Props {
  /** Columns before the amount. */
  span: number
  /** Count of all records, including those that the table leaves out. */
  total: number
  amount: string
  /** Opens all records in the list. */
  onAll: () => void
}

/** The last row of a table of the records behind a level-three subject. */
export const BookedTotal = ({ span, total, amount, onAll }: Props) => (
  <tr>
    <th scope="row" colSpan={span}>
      合计 · 共 {count(total)} 条
      <Button type="link" size="small" onClick={onAll}>
        在明细中查看
      </Button>
    </th>
    <MoneyCell amount={amount} strong className={figures.right} />
  </tr>
)
