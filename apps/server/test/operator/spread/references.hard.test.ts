import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newCode } from '../../../src/platform/codes.ts'
import { type Db, inTransaction } from '../../../src/platform/database/database.ts'
import { type PaymentWorld, paymentWorld } from '../../books/payments/helpers.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { on, spreadDatabase, whyNoCitus } from '../../machines/citus.ts'

// A spread database has foreign keys in place of the triggers that check references, which books/payments/references.test.ts tests.
const WHY_NOT = whyNoCitus()
const MISSING_ID = 9_999_999n
const PATIENCE_MS = 20_000

describe.skipIf(WHY_NOT !== null)('references of lines on a spread database', () => {
  let app: TestApp
  let db: Db
  let world: PaymentWorld
  let database: Awaited<ReturnType<typeof spreadDatabase>>
  beforeAll(async () => {
    database = await spreadDatabase()
    app = await startTestApp({}, { database })
    db = app.services.db
    world = await paymentWorld(app)
  })
  afterAll(async () => await app?.close())

  let numbers = 5000
  const one = async (columns: string, values: string, table: string) => {
    const { rows } = await sql<{
      id: bigint
    }>`insert into ${sql.table(table)} (project_id, ${sql.raw(columns)})
      values (${world.projectId}, ${sql.raw(values)}) returning id`.execute(db)
    return rows[0]?.id as bigint
  }
  const parents = {
    payments: () =>
      one(
        'code, creator_id, pay_at, payer, pay_amount, created_at, updated_at',
        `'${newCode()}', ${world.admin.userId}, '2026-11-21', '', 1, now(), now()`,
        'payments',
      ),
    subjects: async () => {
      numbers += 1
      const { rows } = await sql<{ id: bigint; one_id: bigint }>`select id, one_id from subjects
        where project_id = ${world.projectId} and out_code = '240001'`.execute(db)
      const parent = rows[0]
      return await one(
        'code, category, out_code, name, parent_id, one_id',
        `'${newCode()}', 2, '2400${numbers}', '', ${parent?.id}, ${parent?.one_id}`,
        'subjects',
      )
    },
    payment_types: () => one('name, updated_at', `'${newCode()}', now()`, 'payment_types'),
  }
  const REFERENCES = [
    ['payments', 'payment_id', 'payment_lines_of_payment'],
    ['subjects', 'subject_id', 'payment_lines_subject'],
    ['payment_types', 'pay_category_id', 'payment_lines_category'],
  ] as const

  /** A statement that inserts a line which refers to this row. */
  const lineOn = async (column: string, id: bigint) => {
    const ids: Record<string, bigint> = {
      payment_id: await parents.payments(),
      subject_id: await parents.subjects(),
      pay_category_id: await parents.payment_types(),
      [column]: id,
    }
    return (at: Db) =>
      sql`insert into payment_lines (project_id, code, position, pay_channel, pay_amount, ${sql.raw(Object.keys(ids).join(', '))})
        values (${world.projectId}, ${newCode()}, 1, 2, 1, ${sql.join(Object.values(ids))})`.execute(at)
  }
  const remove = (table: string, id: bigint) => (at: Db) =>
    sql`delete from ${sql.table(table)} where project_id = ${world.projectId} and id = ${id}`.execute(at)
  const state = async (table: string, column: string, id: bigint) => {
    const count = async (name: string, of: string) => {
      const { rows } = await sql<{ n: number }>`select count(*)::int4 as n from ${sql.table(name)}
        where project_id = ${world.projectId} and ${sql.ref(of)} = ${id}`.execute(db)
      return rows[0]?.n
    }
    return {
      referring: await count('payment_lines', column),
      existing: await count(table, 'id'),
    }
  }

  /** Runs `second` while the transaction of `first` is open; commits when a session of a worker waits. */
  const overlapping = async (first: (at: Db) => Promise<unknown>, second: (at: Db) => Promise<unknown>) => {
    let waiting: Promise<unknown> | undefined
    await inTransaction(db, async (tx) => {
      await first(tx)
      waiting = second(db)
      waiting.catch(() => undefined)
      for (const end = Date.now() + PATIENCE_MS; ; ) {
        const rows = await on(
          database.url,
          `select 1 from citus_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        if (rows.length > 0) return
        if (Date.now() > end) throw new Error('the second one did not wait for the first')
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })
    return await waiting
  }

  describe.each(REFERENCES)('to %s', (table, column, constraint) => {
    const refused = { code: '23503', message: expect.stringContaining(`"${constraint}_`) }

    test('a missing one is refused', async () => {
      await expect((await lineOn(column, MISSING_ID))(db)).rejects.toMatchObject(refused)
    })

    test('a delete waits for a line that refers to it, and is refused', async () => {
      const id = await parents[table]()
      await expect(overlapping(await lineOn(column, id), remove(table, id))).rejects.toMatchObject(refused)
      expect(await state(table, column, id)).toEqual({ referring: 1, existing: 1 })
    })

    test('a line waits for the delete of what it refers to, and is refused', async () => {
      const id = await parents[table]()
      await expect(overlapping(remove(table, id), await lineOn(column, id))).rejects.toMatchObject(refused)
      expect(await state(table, column, id)).toEqual({ referring: 0, existing: 0 })
    })
  })
})
