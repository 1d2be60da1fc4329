import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newCode } from '../../../src/platform/codes.ts'
import type { Db } from '../../../src/platform/database/database.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { type PaymentWorld, paymentWorld } from './helpers.ts'

// An exclusion constraint (migration 0009). Tested by SQL, as the rules of the code would refuse first.

let test: TestApp
let db: Db
let world: PaymentWorld
/** The code of a payment with one line, which the test's lines are copies of. */
let payment: string

beforeAll(async () => {
  test = await startTestApp()
  db = test.services.db
  world = await paymentWorld(test)
  payment = (await world.clerk.post('/cost_executions', world.body())).data.code
})
afterAll(() => test.close())

const ONCE = { code: '23P01', message: expect.stringContaining('"cost_execution_details_invoice') }
const one = async (insert: RawBuilder<unknown>) =>
  ((await sql<{ id: bigint }>`${insert} returning id`.execute(db)).rows[0] as { id: bigint }).id
/** Inserts a line for each invoice. */
const lines = async (invoices: (bigint | null)[]) => {
  const made: bigint[] = []
  for (const invoice of invoices)
    made.push(
      await one(sql`insert into cost_execution_details
          (project_id, cost_execution_id, code, position, pay_channel, pay_amount, subject_id, pay_category_id, invoice_id)
        select l.project_id, l.cost_execution_id, ${newCode()}, 1, l.pay_channel, l.pay_amount, l.subject_id, l.pay_category_id, ${invoice}::bigint
        from cost_execution_details l join cost_executions p on p.project_id = l.project_id and p.id = l.cost_execution_id
        where p.code = ${payment} order by l.id limit 1`),
    )
  return made
}
const invoice = () =>
  one(sql`insert into invoices (project_id, code, status, creator_id, created_at)
    values (${world.projectId}, ${newCode()}, 0, ${world.admin.userId}, now())`)
const give = (line: bigint | undefined, to: bigint | null) =>
  sql`update cost_execution_details set invoice_id = ${to} where id = ${line}`
/** How many lines use one of these invoices. */
const using = async (invoices: bigint[]) =>
  (
    await sql<{ n: number }>`select count(*)::int4 as n from cost_execution_details
      where invoice_id = any(${invoices.map(String)}::bigint[])`.execute(db)
  ).rows[0]?.n

it('of a line belongs to one line only when the transaction commits', async () => {
  const bill = await invoice()
  await lines([bill])
  await expect(lines([bill])).rejects.toMatchObject(ONCE)
  const [free] = await lines([null])
  let given = false
  const taking = db.transaction().execute(async (tx) => {
    await give(free, bill).execute(tx)
    given = true
  })
  await expect(taking).rejects.toMatchObject(ONCE)
  expect(given, 'before the end it may be').toBe(true)
  expect(await using([bill])).toBe(1)
})

it('of a line can move to another line within one transaction, in either order', async () => {
  const bill = await invoice()
  const [a, b] = await lines([bill, null])
  await db.transaction().execute(async (tx) => {
    await give(b, bill).execute(tx)
    await give(a, null).execute(tx)
  })
  await db.transaction().execute(async (tx) => {
    await give(b, null).execute(tx)
    await give(a, bill).execute(tx)
  })
  expect(await using([bill])).toBe(1)
})

it('of a line can be exchanged with that of another line', async () => {
  const bills = [await invoice(), await invoice()]
  const [a, b] = await lines(bills)
  await sql`update cost_execution_details set invoice_id = case id when ${a} then ${bills[1]}::bigint else ${bills[0]} end
    where id in (${a}, ${b})`.execute(db)
  expect(await using(bills)).toBe(2)
})

it('of a line may be null in many lines', async () => {
  expect(await lines([null, null, null])).toHaveLength(3)
})
