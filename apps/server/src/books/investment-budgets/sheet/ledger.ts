import { investmentBudgetApi } from '@pianzhang/contract/api/books'
import { INVESTMENT_BUDGET_FIELDS, investmentBudgetBody } from '@pianzhang/contract/investment-budgets'
import { sameName } from '@pianzhang/contract/same-name'
import { inProject } from '../../../platform/http/guard.ts'
import { readAmount, readText } from '../../../platform/sheet-import/cells.ts'
import type { SheetColumn } from '../../../platform/sheet-import/columns.ts'
import type { FieldColumn } from '../../../platform/sheet-import/fields.ts'
import { chunkWriter, flatRules } from '../../../platform/sheet-import/flat.ts'
import { sheetJobs } from '../../../platform/sheet-import/jobs.ts'
import type { LedgerSheet } from '../../../platform/sheet-import/ledger.ts'
import { budgetedInvestors, takenBy } from '../references.ts'
import { type InvestmentBudgetFields, insertInvestmentBudgets } from '../save.ts'

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

/** The spreadsheet of investment budgets as the import parts take it: import, preview, template and failed rows. */
export const investmentBudgetSheet: LedgerSheet<keyof typeof COLUMNS, InvestmentBudgetFields> = {
  source: import.meta.url,
  path: investmentBudgetApi.base,
  resource: 'investment_budget',
  table: 'investment_budgets',
  unit: '条',
  title: '投资预算',
  records: 'investment budgets',
  access: inProject('investment_budget', 'write'),
  columns: COLUMNS,
  // An investor that is there already is a mistake of the row.
  alike: [],
  loadRules: async (db, projectId) => {
    const stored = await budgetedInvestors(db, projectId)
    /** The rows of the file by investor. */
    const lines = new Map<string, number>()
    const problemOf = (investor: string, line: number): string | undefined => {
      const name = sameName(investor)
      const known = stored.get(name)
      if (known !== undefined) return takenBy(known, investor)
      const first = lines.get(name)
      if (first !== undefined) return `与第${first}行是同一投资方`
      lines.set(name, line)
      return undefined
    }
    return flatRules(
      { columns: COLUMNS, shape: investmentBudgetBody.shape, lookups: undefined },
      ({ investor, amount }, line) => {
        const message = investor === undefined ? undefined : problemOf(investor, line)
        return {
          problems: message === undefined ? [] : [{ field: 'investor', message }],
          day: undefined,
          amount,
        }
      },
    )
  },
  openWriter: async ({ tx, client, ...owner }) =>
    chunkWriter({ tx, client }, (budgets) => insertInvestmentBudgets(tx, owner, budgets)),
  loadChoices: async () => ({ options: {} }),
}

export const JOBS = sheetJobs(investmentBudgetSheet)
