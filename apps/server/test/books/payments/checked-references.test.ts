import { paymentBody } from '@pianzhang/contract/payments'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { findReferences } from '../../../src/books/payments/references.ts'
import type { Tx } from '../../../src/platform/database/database.ts'
import type { ProjectContext } from '../../../src/platform/http/route.ts'
import type { TestApp } from '../../harness/harness.ts'
import { overlap } from '../../harness/overlap.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { countOf, type PaymentWorld, paymentWorld } from './helpers.ts'
import { bookOf, importFile, RIGHT, upload } from './sheet/sheets.ts'

// A line may refer only to a contract of expense and to a verified invoice. Either may change between check and
// commit.
let test: TestApp
let world: PaymentWorld
let contract: string
let invoice: string

beforeAll(async () => {
  test = await workerApp()
})
afterAll(async () => await test.close())

beforeEach(async () => {
  world = await paymentWorld(test)
  contract = await world.contract('HT-1')
  invoice = await world.invoice('FP-1')
})

const INCOME = 3
const FAILED = 1
const becomesIncome = (tx: Tx) =>
  tx.updateTable('contracts').set({ category: INCOME }).where('code', '=', contract).execute()
const failsVerification = (tx: Tx) =>
  tx.updateTable('invoices').set({ status: FAILED }).where('code', '=', invoice).execute()
const isVoided = (tx: Tx) =>
  tx
    .updateTable('invoices')
    .set({ voided_at: new Date(), voider_id: 1n, void_reason: '传错了' })
    .where('code', '=', invoice)
    .execute()

const line = () => world.line({ contract_code: contract, check_invoice_code: invoice })
const save = () => world.clerk.post('/cost_executions', world.body({}, [line()]))
const importLine = async () => {
  const rows = [
    { ...RIGHT, sequence: '0' },
    { ...RIGHT, contract_code: 'HT-1', invoices: 'FP-1' },
  ]
  return await importFile(world.clerk, await upload(test, world.clerk, await bookOf(rows)))
}
const payments = () => countOf(test, 'payments', world.projectId)

it.each([
  ['contract that becomes one of income', becomesIncome, 'contract_code', '只能关联演员、职员或制作合同'],
  ['invoice that fails its verification', failsVerification, 'check_invoice_code', '只能关联查验通过的发票'],
  ['invoice that is voided', isVoided, 'check_invoice_code', '该发票已作废'],
])('a save waits for its %s, and is refused', async (_, change, field, message) => {
  expect((await overlap(test, change, save)).data.errors).toEqual([
    { field: `cost_execution_details[0].${field}`, message },
  ])
  expect(await payments()).toBe(0)
})

it('a save succeeds when the change is rolled back', async () => {
  expect((await overlap(test, becomesIncome, save, 1, 'rollback')).code).toBe(0)
})

it.each([
  ['contract', becomesIncome, '只能关联演员、职员或制作合同'],
  ['invoice', failsVerification, '发票'],
  ['voided invoice', isVoided, '发票'],
])('an import waits for the change of its %s, and names the row', async (_, change, message) => {
  const { data } = await overlap(test, change, importLine)
  expect(data).toMatchObject({
    status: 'failed',
    error_items: [{ line: 3, desc: expect.stringContaining(message) }],
  })
  expect(await payments()).toBe(0)
})

it('an import succeeds when the change is rolled back', async () => {
  const { data } = await overlap(test, becomesIncome, importLine, 1, 'rollback')
  expect(data).toMatchObject({ status: 'succeeded', total: 2 })
})

it.each([
  ['contract', becomesIncome],
  ['invoice', failsVerification],
])('a change of the %s waits for the save that checked it', async (_, change) => {
  const { cost_execution_details } = paymentBody.parse(world.body({}, [line()]))
  const checked = (tx: Tx) =>
    findReferences(
      tx,
      { project: { id: world.projectId } as ProjectContext['project'], features: new Set() },
      cost_execution_details,
    )
  await overlap(test, checked, () => test.services.db.transaction().execute(change))
})
