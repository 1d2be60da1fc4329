import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { depth } from '../../../../../scripts/depth.ts'
import { keptSums } from '../../../src/operator/check/sums.ts'
import type { Db } from '../../../src/platform/database/database.ts'
import { seeded } from '../../../src/start/demo/random.ts'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { onSpread } from '../../setup/on-spread.ts'
import { type PaymentWorld, paymentWorld } from './helpers.ts'
import { changesOf, expectSumsTrue } from './sums.ts'

let test: TestApp
let world: PaymentWorld
beforeAll(async () => {
  test = await workerApp()
  world = await paymentWorld(test)
})
afterAll(() => test.close())

const compare = (db: Db) => expectSumsTrue(db, world.projectId)
const changes = () => changesOf(test.services.db, world.projectId)

it('keeps sums equal to a recount under concurrent writes', async () => {
  const { db } = test.services
  const random = seeded(20_261_121)
  const contracts = [await world.contract('HT-1'), await world.contract('HT-2')]
  const line = () =>
    world.line({
      subject_three_code: world.subject(random.pick(['24000101', '24000102', '10000101'])),
      voucher_category: random.pick([null, '1', '4']),
      contract_code: random.pick([null, ...contracts]),
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
      // Some lines are kept, some changed, some deleted, some added.
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
    for (let i = 0; i < depth(5, 25); i += 1) await step()
  }
  const folding = async () => {
    for (let i = 0; i < depth(3, 10); i += 1) {
      await sql`select fold_sum_changes(${world.projectId})`.execute(db)
      await compare(db)
    }
  }
  await Promise.all([person(), person(), person(), person(), person(), person(), folding()])
  expect(await compare(db)).toBeGreaterThan(10)

  await sql`select fold_sum_changes(${world.projectId})`.execute(db)
  if (!onSpread('workers fold as their ids reach thousands, not when the coordinator asks'))
    expect(await changes()).toBe(0)
  expect(await compare(db)).toBeGreaterThan(10)
})

it('folds changes regularly, so that their number is bounded', async () => {
  // A save and its deletion append about twenty.
  for (let i = 0; i < depth(60, 200); i += 1) {
    const { code } = (await world.clerk.post('/cost_executions', world.body())).data
    await world.clerk.delete(`/cost_executions/${code}`)
  }
  expect(await changes()).toBeLessThanOrEqual(1_000)
  await compare(test.services.db)
})

it('drops uncommitted changes, and waits for nobody', async () => {
  const { db } = test.services
  const before = await keptSums(world.projectId).execute(db)
  await db
    .transaction()
    .execute(async (tx) => {
      await sql`select fold_sum_changes(${world.projectId})`.execute(tx)
      await sql`update payment_lines set pay_amount = pay_amount + 1 where project_id = ${world.projectId}`.execute(
        tx,
      )
      // Others write without folding meanwhile.
      const { code } = (await world.clerk.post('/cost_executions', world.body())).data
      await sql`select fold_sum_changes(${world.projectId})`.execute(db)
      expect(await changes()).toBeGreaterThan(0)
      expect((await world.clerk.delete(`/cost_executions/${code}`)).status).toBe(200)
      throw new Error('rolled back')
    })
    .catch((error: Error) => expect(error.message).toBe('rolled back'))
  expect((await keptSums(world.projectId).execute(db)).rows).toEqual(before.rows)
  await compare(db)
})

it('refuses to delete a payment before its lines, as the trigger reads the payer from the payment', async () => {
  await expect(
    sql`delete from payments where project_id = ${world.projectId}`.execute(test.services.db),
  ).rejects.toThrow(/payment_lines_of_payment/)
})
