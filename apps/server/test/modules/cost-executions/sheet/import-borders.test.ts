import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../harness/harness.ts'
import { onSpread } from '../../../setup/on-spread.ts'
import { type PaymentWorld, paymentWorld } from '../helpers.ts'
import { expectSumsTrue } from '../sums.ts'
import { bookOf, importFile, RIGHT, type Row, upload } from './sheets.ts'

// An import writes chunks of 1,000 and then 20,000 lines; their borders must not show in the result.

let test: TestApp
let world: PaymentWorld

beforeAll(async () => {
  test = await startTestApp()
})
beforeEach(async () => {
  world = await paymentWorld(test)
})
afterAll(() => test.close())

const importRows = async (rows: Row[]) =>
  (await importFile(world.clerk, await upload(test, world.clerk, await bookOf(rows)))).data

interface Written {
  code: string
  pay_at: string
  payer: string
  amount: string
  /** Remark and position of each line. */
  lines: [remark: string, position: number][]
}

/** The payments of the project with their lines, in physical order. */
async function written(): Promise<Written[]> {
  const { rows } = await sql<Written>`
    select c.code, c.pay_at, c.payer, c.pay_amount::text as amount,
      (select json_agg(json_build_array(d.remark, d.position) order by d.id) from cost_execution_details d
        where d.project_id = c.project_id and d.cost_execution_id = c.id) as lines
    from cost_executions c where c.project_id = ${world.projectId} order by c.id`.execute(test.services.db)
  return rows
}

/** What must be written for the rows of a file; remarks are unique. */
function expected(rows: Row[], first = 1): Written[] {
  const payments = new Map<string | undefined, Written>()
  for (const { sequence, pay_at = '', payer = '', pay_amount = '', remark = '' } of rows) {
    const number = String(first + payments.size).padStart(4, '0')
    const code = `FK${pay_at.replaceAll('-', '')}${number}`
    const payment = payments.get(sequence) ?? { code, pay_at, payer, amount: '0', lines: [] }
    payments.set(sequence, payment)
    payment.amount = String(BigInt(payment.amount) + BigInt(pay_amount.replace('.', '')))
    payment.lines.push([remark, payment.lines.length + 1])
  }
  return [...payments.values()]
}

/** A row with its own amount and remark; the payment's columns depend on `payment`. */
const rowOf = (payment: number, index: number): Row => ({
  ...RIGHT,
  sequence: `P${payment}`,
  pay_at: `2026-0${1 + (payment % 9)}-1${payment % 7}`,
  payer: `付款方${payment % 11}`,
  subject: ['24000101', '24000102', '10000101'][index % 3] as string,
  pay_amount: `${index % 5 === 0 ? '-' : ''}${index + 1}.${10 + (payment % 90)}`,
  remark: `第${index}行`,
})

it('continues past the second border', async () => {
  const rows = Array.from({ length: 21_500 }, (_, index) =>
    rowOf(index % 5 === 0 ? 10_000 + index : index % 200, index),
  )
  expect(await importRows(rows)).toMatchObject({ status: 'succeeded', total: 21_500 })
  expect(await written()).toEqual(expected(rows))
  await test.services.vacuum.idle()
  if (onSpread('the workers vacuum by themselves')) return
  const vacuumed = await sql<{ name: string }>`select relname as name from pg_stat_user_tables
    where last_vacuum is not null and n_ins_since_vacuum = 0`.execute(test.services.db)
  const names = vacuumed.rows.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['cost_executions', 'cost_execution_details']))
  await expectSumsTrue(test.services.db, world.projectId)
})
