import { INVESTMENT_BUDGET_FIELDS } from '@pianzhang/contract/investment-budgets'
import { readAmount, readText } from '../../../platform/sheet-import/cells.ts'
import type { SheetColumn } from '../../../platform/sheet-import/columns.ts'
import type { FieldColumn } from '../../../platform/sheet-import/fields.ts'
import type { InvestmentBudgetFields } from '../save.ts'

/** The columns that an import reads, by the name of the form's field, in the order of the template. The export also has the share. */
export const COLUMNS = {
  investor: {
    title: INVESTMENT_BUDGET_FIELDS.investor,
    required: true,
    width: 36,
    sample: '示例：北京某某影业有限公司',
    read: readText,
  },
  amount: {
    title: INVESTMENT_BUDGET_FIELDS.amount,
    required: true,
    width: 20,
    sample: '1,000,000.00',
    summed: true,
    read: readAmount,
  },
  variate: {
    title: INVESTMENT_BUDGET_FIELDS.variate,
    width: 16,
    sample: '0.00',
    read: readAmount,
  },
} satisfies Readonly<Record<keyof InvestmentBudgetFields, SheetColumn & FieldColumn<unknown>>>
