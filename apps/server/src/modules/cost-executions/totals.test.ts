import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seeded } from '../../demo/random.ts'
import type { Db } from '../../platform/database.ts'
import { startTestApp, type TestApp } from '../../testing/harness.ts'
import { type PaymentWorld, paymentWorld } from './testing.ts'

let test: TestApp
let world: PaymentWorld
beforeAll(async () => {
  test = await startTestApp()
  world = await paymentWorld(test)
})
afterAll(() => test.close())

interface Sum {
  dimension: string
  key: bigint
  payer: string
  voucher_category: number
  amount: bigint
  payments: bigint
}

/** What the database keeps, and the same from the payments themselves. */
const kept = (project: bigint): RawBuilder<Sum> => sql`
  select dimension, key, payer, voucher_category, sum(amount) as amount, sum(payments) as payments
  from cost_execution_sums where project_id = ${project}
  group by 1, 2, 3, 4 having sum(amount) <> 0 or sum(payments) <> 0 order by 1, 2, 3, 4`
const recounted = (project: bigint): RawBuilder<Sum> => sql`
  with line as (
    select d.subject_id, coalesce(d.pay_category_id, 0) as category, v.voucher, d.pay_amount, c.payer
    from cost_execution_details d join cost_executions c on c.id = d.cost_execution_id
    cross join lateral (values (coalesce(d.voucher_category, 0)), (-1)) v (voucher)
    where d.project_id = ${project}),
  part as (
    select 'subject' as dimension, subject_id as key, '' as payer, voucher, pay_amount as amount, 0 as payments from line
    union all select 'pay_category', category, '', voucher, pay_amount, 0 from line
    union all select 'payer', 0, payer, voucher, pay_amount, 0 from line
    union all select 'payments', 0, '', -1, 0, 1 from cost_executions where project_id = ${project})
  select dimension, key, payer, voucher as voucher_category, sum(amount) as amount, sum(payments)::numeric as payments
  from part group by 1, 2, 3, 4 having sum(amount) <> 0 or sum(payments) <> 0 order by 1, 2, 3, 4`

async function compare(db: Db): Promise<number> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows } = await kept(world.projectId).execute(tx)
      expect(rows).toEqual((await recounted(world.projectId).execute(tx)).rows)
      return rows.length
    })
}

const changes = async () => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int4 as n from cost_execution_changes where project_id = ${world.projectId}`.execute(
    test.services.db,
  )
  return rows[0]?.n ?? 0
}

it('keeps sums that a recount gives too, whoever writes what at the same time', async () => {
  const { db } = test.services
  const random = seeded(20_261_121)
  const line = () =>
    world.line({
      subject_three_code: world.subject(random.pick(['24000101', '24000102', '10000101'])),
      voucher_category: random.pick([null, '1', '4']),
      pay_amount: `${random.chance(0.2) ? '-' : ''}${random.int(1, 99_999)}.${random.int(10, 99)}`,
    })
  const body = () =>
    world.body(
      { payer: random.pick(['甲公司', '乙公司', '丙']) },
      Array.from({ length: random.int(1, 4) }, line),
    )
  const codes: string[] = []
  const step = async () => {
    const action = random.int(1, 10)
    const code = codes.length > 0 ? random.pick(codes) : undefined
    if (action <= 4 || !code) codes.push((await world.clerk.post('/cost_executions', body())).data.code)
    else if (action <= 8) {
      const { status, data } = await world.clerk.get(`/cost_executions/${code}`)
      if (status !== 200) return
      // Some lines stay as they are, some change, some go, some come.
      const own = data.cost_execution_details
        .filter(() => random.chance(0.7))
        .map((old: { code: string }) => ({ ...line(), code: old.code }))
      await world.clerk.put(`/cost_executions/${code}`, {
        ...body(),
        cost_execution_details: [...own, line()],
        version: data.version,
      })
    } else await world.clerk.delete('/cost_executions/batch', { codes: [code] })
  }
  const person = async () => {
    for (let i = 0; i < 25; i += 1) await step()
  }
  const folding = async () => {
    for (let i = 0; i < 10; i += 1) {
      await sql`select fold_cost_execution_changes(${world.projectId})`.execute(db)
      await compare(db)
    }
  }
  await Promise.all([person(), person(), person(), person(), person(), person(), folding()])
  expect(await compare(db)).toBeGreaterThan(10)

  await sql`select fold_cost_execution_changes(${world.projectId})`.execute(db)
  expect(await changes()).toBe(0)
  expect(await compare(db)).toBeGreaterThan(10)
})

it('adds changes to the totals by itself, so that there are never many', async () => {
  for (let i = 0; i < 200; i += 1) {
    const { code } = (await world.clerk.post('/cost_executions', world.body())).data
    await world.clerk.delete(`/cost_executions/${code}`)
  }
  expect(await changes()).toBeLessThanOrEqual(1_000)
  await compare(test.services.db)
})

it('takes back what was not committed, and waits for nobody', async () => {
  const { db } = test.services
  const before = await kept(world.projectId).execute(db)
  await db
    .transaction()
    .execute(async (tx) => {
      await sql`select fold_cost_execution_changes(${world.projectId})`.execute(tx)
      await sql`update cost_execution_details set pay_amount = pay_amount + 1 where project_id = ${world.projectId}`.execute(
        tx,
      )
      // Others write meanwhile, and fold nothing.
      const { code } = (await world.clerk.post('/cost_executions', world.body())).data
      await sql`select fold_cost_execution_changes(${world.projectId})`.execute(db)
      expect(await changes()).toBeGreaterThan(0)
      expect((await world.clerk.delete(`/cost_executions/${code}`)).status).toBe(200)
      throw new Error('rolled back')
    })
    .catch((error: Error) => expect(error.message).toBe('rolled back'))
  expect((await kept(world.projectId).execute(db)).rows).toEqual(before.rows)
  await compare(db)
})

it('refuses to delete a payment under its lines: nobody could say whose they were', async () => {
  await expect(
    sql`delete from cost_executions where project_id = ${world.projectId}`.execute(test.services.db),
  ).rejects.toThrow(/cost_execution_details_of_payment/)
})
