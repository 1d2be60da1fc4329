import { readAmount, readText } from '../../../platform/sheet-import/cells.ts'
import type { SheetColumn } from '../../../platform/sheet-import/columns.ts'
import type { FieldColumn } from '../../../platform/sheet-import/fields.ts'
import type { InvestmentBudgetFields } from '../save.ts'

/** The columns that an import reads, by the name of the form's field, in the order of the template. The export also has the share. */
export const COLUMNS = {
  investor: {
    title: '投资方',
    required: true,
    width: 36,
    sample: '示例：北京某某影业有限公司',
    field: 'investor',
    read: readText,
  },
  amount: {
    title: '投资金额',
    required: true,
    width: 20,
    sample: '1,000,000.00',
    summed: true,
    field: 'amount',
    read: readAmount,
  },
  variate: {
    title: '投资溢价',
    width: 16,
    sample: '0.00',
    field: 'variate',
    read: readAmount,
  },
} satisfies {
  [F in keyof InvestmentBudgetFields]: SheetColumn & FieldColumn<F, unknown>
}
