import { COST_BUDGET_FIELDS, type CostBudgetBody } from '@pianzhang/contract/cost-budgets'
import { parseQuantityCell, parseQuantityField, quantity } from '@pianzhang/contract/quantity'
import type { SheetCell } from '@pianzhang/xlsx'
import type { BookedSubject, FoundSubject } from '../../../base/subjects/booked-subjects.ts'
import type { RecordRow } from '../../../platform/lists/record-rows.ts'
import {
  otherAmount,
  type ReadCell,
  readAmount,
  readText,
  readWord,
  type Wrong,
} from '../../../platform/sheet-import/cells.ts'
import { fieldColumns } from '../../../platform/sheet-import/fields.ts'
import type { CostBudgetRow } from '../load.ts'

/** A budget line as the export writes it. */
type ExportedCostBudget = RecordRow<CostBudgetRow> & { subject: BookedSubject | undefined }

/** The project's subjects. `codes`: codes by number; `subjects`: what the rules need, by code. */
export interface CostBudgetLookups {
  codes: ReadonlyMap<string, string>
  subjects: ReadonlyMap<string, FoundSubject>
}

type Field = Exclude<keyof CostBudgetBody, 'version'>

/** Reads a quantity, a number or text as in the field, as the text of the form's field. */
function readQuantity(cell: SheetCell | undefined, wrong: Wrong): string {
  if (!cell) return ''
  if (cell.kind === 'error') return readText(cell, wrong)
  const other = otherAmount(cell)
  if (other !== undefined) {
    wrong(other)
    return ''
  }
  const typed = cell.kind === 'number' ? parseQuantityCell(cell.raw) : parseQuantityField(cell.text)
  if (typed.quantity !== undefined) return quantity(typed.quantity)
  if (cell.text.trim() !== '') wrong(typed.error)
  return ''
}

const readSubject: ReadCell<CostBudgetLookups> = readWord(({ codes }) => codes, '科目编号不存在')

/** The columns of the budget's spreadsheet (api.md §6) by field of the form, in the order of the form. */
export const COLUMNS = fieldColumns<Field, ExportedCostBudget, CostBudgetLookups>(COST_BUDGET_FIELDS, {
  subject_three_code: {
    required: true,
    width: 16,
    sample: '示例：24000101',
    read: readSubject,
    value: (budget) => budget.subject?.out_code,
    behind: [
      { title: '一级科目', width: 18, value: (budget) => budget.subject?.one_name },
      { title: '二级科目', width: 18, value: (budget) => budget.subject?.two_name },
      { title: '三级科目', width: 22, value: (budget) => budget.subject?.three_name },
    ],
  },
  unit_price: {
    width: 18,
    sample: '1,800.00',
    read: readAmount,
    kind: 'money',
    value: (budget) => budget.unit_price,
  },
  quantity: {
    width: 14,
    sample: '60',
    read: readQuantity,
    kind: 'number',
    value: (budget) => quantity(budget.quantity),
  },
  unit: {
    width: 10,
    sample: '日',
    read: readText,
    value: (budget) => budget.unit,
    behind: [{ title: '合计', kind: 'money', summed: true, width: 18, value: (budget) => budget.amount }],
  },
  remark: {
    width: 40,
    sample: '两台，含附件',
    read: readText,
    value: (budget) => budget.remark,
    behind: [
      { title: '创建人', width: 12, value: (budget) => budget.creator },
      { title: '创建时间', kind: 'minute', width: 18, value: (budget) => budget.created },
    ],
  },
})
