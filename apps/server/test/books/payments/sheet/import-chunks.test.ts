import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onOneConnection } from '../../../../src/platform/database/database.ts'
import { startTestApp, type TestApp } from '../../../harness/harness.ts'
import { hold, untilWaiting } from '../../../harness/hold.ts'
import { onSpread } from '../../../setup/on-spread.ts'
import { type PaymentWorld, paymentWorld } from '../helpers.ts'
import { changesOf, expectSumsTrue } from '../sums.ts'
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
      (select json_agg(json_build_array(d.remark, d.position) order by d.id) from payment_lines d
        where d.project_id = c.project_id and d.payment_id = c.id) as lines
    from payments c where c.project_id = ${world.projectId} order by c.id`.execute(test.services.db)
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
  subject_three_code: ['24000101', '24000102', '10000101'][index % 3] as string,
  pay_amount: `${index % 5 === 0 ? '-' : ''}${index + 1}.${10 + (payment % 90)}`,
  remark: `第${index}行`,
})

it('collects the lines of a payment from the whole file', async () => {
  // Every seventh row is a payment of its own; the others belong to 300 payments that all begin before the first
  // border.
  const rows = Array.from({ length: 2_600 }, (_, index) =>
    rowOf(index % 7 === 3 ? 1_000 + index : index % 300, index),
  )
  rows.push(rowOf(0, 2_600))
  expect(await importRows(rows)).toMatchObject({ status: 'succeeded', total: 2_601 })
  const payments = await written()
  expect(payments).toEqual(expected(rows))
  expect(payments[0]?.lines.at(-1)?.[0]).toBe('第2600行')
  expect(await expectSumsTrue(test.services.db, world.projectId)).toBeGreaterThan(15)
})

it('sums a payment whose chunks add up to zero', async () => {
  const rows = Array.from({ length: 1_100 }, (_, index) => rowOf(index, index))
  rows.push({ ...rowOf(7, 1_100), pay_amount: `-${rows[7]?.pay_amount}` })
  expect(await importRows(rows)).toMatchObject({ status: 'succeeded' })
  expect(await written()).toEqual(expected(rows))
})

it.each([999, 1_000, 1_001])('writes a file of %i rows, and another one after it', async (count) => {
  const rows = Array.from({ length: count }, (_, index) => rowOf(index, index))
  expect(await importRows(rows)).toMatchObject({ status: 'succeeded', total: count })
  const more = [rowOf(1, 2_000), rowOf(2, 2_001)]
  expect(await importRows(more)).toMatchObject({ status: 'succeeded' })
  expect(await written()).toEqual([...expected(rows), ...expected(more, count + 1)])
})

describe('the kept sums', () => {
  const rows = Array.from({ length: 1_500 }, (_, index) => rowOf(index, index))
  const changes = () => changesOf(test.services.db, world.projectId)

  it('are folded once, at the end', async () => {
    await importRows(rows)
    if (!onSpread('workers fold as their ids reach thousands, not when the coordinator asks'))
      expect(await changes()).toBe(0)
    await expectSumsTrue(test.services.db, world.projectId)
  })

  it('are correct while somebody else folds, and wait for nobody', async () => {
    const { db } = test.services
    await db.transaction().execute(async (tx) => {
      await sql`select fold_sum_changes(${world.projectId})`.execute(tx)
      expect(await importRows(rows)).toMatchObject({ status: 'succeeded' })
    })
    expect(await changes()).toBeGreaterThan(0)
    await expectSumsTrue(db, world.projectId)
  })

  it.skipIf(onSpread('workers fold as their ids reach thousands, not when the coordinator asks'))(
    'can be folded by others during the import',
    async () => {
      const { db } = test.services
      // Each payer adds two rows to `sum_changes`; its trigger folds them into the totals at every thousandth, here in the first chunk.
      const many = rows.map(
        (row, index): Row => ({ ...row, payer: `付款方${index}`, subject_three_code: '24000101' }),
      )
      const book = await bookOf(many.with(-1, { ...many.at(-1), subject_three_code: '24000102' }))
      const file = await upload(test, world.clerk, book)
      const held = world.subject('24000102')
      const holder = await hold(
        test.databaseUrl,
        `select from subjects where project_id = ${world.projectId} and code = '${held}' for update`,
      )
      const importing = importFile(world.clerk, file)
      try {
        await untilWaiting(test.databaseUrl)
        expect((await world.clerk.post('/cost_executions', world.body())).status).toBe(200)
        expect(await changes()).toBeGreaterThan(0)
        await sql`select fold_sum_changes(${world.projectId})`.execute(db)
        expect(await changes()).toBe(0)
      } finally {
        await holder.release()
      }
      expect((await importing).data).toMatchObject({ status: 'succeeded' })
      expect(await changes()).toBe(0)
      await expectSumsTrue(db, world.projectId)
    },
  )

  it('are folded again by later writes on the connection of an import', async () => {
    const { imports, db } = test.services
    await importRows(rows)
    expect(imports.totalCount, 'there is no other connection').toBe(1)
    await onOneConnection(imports, new AbortController().signal, async (same) => {
      const line = await same
        .selectFrom('payment_lines')
        .select('id')
        .where('project_id', '=', world.projectId)
        .executeTakeFirstOrThrow()
      // Each save appends about ten changes.
      for (let i = 0; i < 250; i += 1)
        await same
          .updateTable('payment_lines')
          .set({ pay_amount: BigInt(i + 1) })
          .where('id', '=', line.id)
          .execute()
    })
    expect(await changes()).toBeLessThan(1_100)
    await expectSumsTrue(db, world.projectId)
  })
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
  expect(names).toEqual(expect.arrayContaining(['payments', 'payment_lines']))
  await expectSumsTrue(test.services.db, world.projectId)
})
