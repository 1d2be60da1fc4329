import type { SheetCell } from '@pianzhang/xlsx'
import { describe, expect, test } from 'vitest'
import { COLUMNS as contracts } from '../../../src/base/contracts/sheet/columns.ts'
import { COLUMNS as payees } from '../../../src/base/payees/sheet/columns.ts'
import { COLUMNS as costBudgets } from '../../../src/books/cost-budgets/sheet/columns.ts'
import { COLUMNS as investmentBudgets } from '../../../src/books/investment-budgets/sheet/ledger.ts'
import { HEADER, LINE, PAYEE } from '../../../src/books/payments/sheet/columns.ts'
import { COLUMNS as imprests } from '../../../src/books/petty-cash/sheet/columns.ts'
import { COLUMNS as receipts } from '../../../src/books/receipts/sheet/columns.ts'
import { COLUMNS as estimates } from '../../../src/features/cost-reports/estimate-columns.ts'
import type { ReadCell } from '../../../src/platform/sheet-import/cells.ts'

const LEDGERS = {
  ...{ contracts, costBudgets, estimates, imprests, investmentBudgets, receipts, payees },
  payments: { ...HEADER, ...PAYEE, ...LINE },
}

/** Every column of every ledger that an import reads, so that a new one with a reader of its own is tried as well. */
const ALL = Object.entries(LEDGERS).flatMap(([ledger, columns]) =>
  Object.entries(columns as Record<string, { read: ReadCell<never>; kind?: string }>).map(
    ([key, column]) => [`${ledger} ${key}`, column] as const,
  ),
)

/** Look-ups in which nothing is found. */
const NOTHING = new Proxy({}, { get: () => new Map() }) as never

/** What a reader makes of a cell, and what it says of it. */
function read(column: { read: ReadCell<never> }, cell: Partial<SheetCell>) {
  const said: string[] = []
  const whole: SheetCell = { kind: 'text', text: '', raw: '', date: undefined, ...cell }
  const value = column.read(whole, (message) => void said.push(message), NOTHING)
  return { said, value }
}

describe.each(ALL)('%s', (_, column) => {
  test('an error is a mistake', () => {
    expect(read(column, { kind: 'error', text: '#DIV/0!', raw: '#DIV/0!' }).said).not.toEqual([])
  })

  test('a number that has lost digits is a mistake, also in scientific notation', () => {
    const lost = '4200002168202606000'
    expect(read(column, { kind: 'number', text: lost, raw: lost }).said).not.toEqual([])
    expect(read(column, { text: '4.2000021682E+18', raw: '4.2000021682E+18' }).said).not.toEqual([])
  })
})

describe.each(ALL.filter(([, { kind }]) => kind === 'money'))('%s', (_, column) => {
  test.each<[string, Partial<SheetCell>]>([
    ['dollars', { text: '1234.5', raw: '1234.5', unit: '$' }],
    ['units of ten thousand', { text: '1234.5', raw: '1234.5', unit: '万元' }],
    ['a percentage', { text: '50%', raw: '0.5' }],
  ])('%s are a mistake', (_name, cell) => {
    expect(read(column, { kind: 'number', ...cell }).said).not.toEqual([])
  })

  test('what nobody sees changes nothing', () => {
    expect(read(column, { text: '\u202d1,234.50\u202c', raw: '' })).toEqual({ said: [], value: '1234.50' })
  })
})
