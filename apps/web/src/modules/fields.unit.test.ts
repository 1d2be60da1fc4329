import { existsSync, readFileSync } from 'node:fs'
import { CONTRACT_FIELDS } from '@pianzhang/contract/contracts'
import { COST_BUDGET_FIELDS } from '@pianzhang/contract/cost-budgets'
import { INVESTMENT_BUDGET_FIELDS } from '@pianzhang/contract/investment-budgets'
import { PAYEE_FIELDS } from '@pianzhang/contract/payees'
import { PETTY_CASH_FIELDS } from '@pianzhang/contract/petty-cash'
import { RECEIPT_FIELDS } from '@pianzhang/contract/receipts'
import { expect, test } from 'vitest'

/** Each ledger's fields with the files of its form and list, and what a file calls by another name than the field's. */
const LEDGERS = {
  receipts: { fields: RECEIPT_FIELDS, form: 'Dialog.tsx' },
  'petty-cash': { fields: PETTY_CASH_FIELDS, form: 'dialogs/Dialog.tsx' },
  'cost-budgets': { fields: COST_BUDGET_FIELDS, form: 'dialog/Dialog.tsx' },
  'investment-budgets': { fields: INVESTMENT_BUDGET_FIELDS, form: 'Dialog.tsx' },
  contracts: { fields: CONTRACT_FIELDS, form: 'dialogs/Dialog.tsx' },
  payees: { fields: PAYEE_FIELDS, form: 'dialogs/Dialog.tsx' },
}
const ITEM_NAMES: Readonly<Record<string, string>> = { voucher_attachment_codes: 'vouchers' }
/** Fields without a column of their own: shown by a shared column, in another one, or in the details only. */
const NOT_LISTED: Readonly<Record<string, readonly string[]>> = {
  receipts: ['contract_code'],
  'petty-cash': ['contract_code'],
  contracts: ['income_bank_name', 'income_bankcard_username'],
  payees: ['bank_code', 'province', 'city', 'account_name', 'resident'],
}

/** Fields that the details show by another one, or not at all. */
const NOT_DETAILED: Readonly<Record<string, readonly string[]>> = {
  'petty-cash': ['subject_three_code'],
  contracts: ['amount'],
  payees: ['name', 'bank_name', 'bank_code', 'province', 'city', 'account_name', 'account'],
}

const urlOf = (ledger: string, file: string) => new URL(`${ledger}/${file}`, import.meta.url)
const sourceOf = (ledger: string, file: string) => readFileSync(urlOf(ledger, file), 'utf8')

test.each(Object.entries(LEDGERS))('each field of %s is an item of its form', (ledger, { fields, form }) => {
  const source = sourceOf(ledger, form)
  const items = Object.keys(fields).map((field) => ITEM_NAMES[field] ?? field)
  expect(items.filter((name) => !source.includes(` name="${name}"`))).toEqual([])
})

test.each(Object.entries(LEDGERS))('each field of %s is a column of its list', (ledger, { fields }) => {
  const source = sourceOf(ledger, 'columns.tsx')
  const unlisted = Object.keys(fields).filter((field) => !new RegExp(`_FIELDS\\.${field}\\b`).test(source))
  expect(unlisted).toEqual(NOT_LISTED[ledger] ?? [])
})

const detailOf = (ledger: string) =>
  ['Detail.tsx', 'dialogs/Detail.tsx', 'detail/DetailFacts.tsx'].find((file) =>
    existsSync(urlOf(ledger, file)),
  )

test.each(Object.entries(LEDGERS).filter(([ledger]) => detailOf(ledger)))(
  'each field of %s is in its details',
  (ledger, { fields }) => {
    const source = sourceOf(ledger, detailOf(ledger) ?? '')
    const lacking = Object.keys(fields).filter((field) => !new RegExp(`_FIELDS\\.${field}\\b`).test(source))
    expect(lacking).toEqual(NOT_DETAILED[ledger] ?? [])
  },
)
