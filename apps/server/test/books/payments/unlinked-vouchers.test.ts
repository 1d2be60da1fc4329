import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cleanAttachments } from '../../../src/base/attachments/clean.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { hold, untilWaiting } from '../../harness/hold.ts'
import { overlap } from '../../harness/overlap.ts'
import { type PaymentWorld, paymentWorld } from './helpers.ts'

let test: TestApp
let world: PaymentWorld

beforeAll(async () => {
  test = await startTestApp()
  world = await paymentWorld(test)
})
afterAll(() => test.close())

interface Saved {
  code: string
  cost_execution_details: { code: string }[]
}

/** Makes every file older by days. */
async function later(days: number): Promise<void> {
  // In UTC, as a spread database refuses to subtract from a column what may depend on the connection's time zone.
  const older = (column: string) =>
    sql`(${sql.ref(column)} at time zone 'UTC' - ${days} * interval '1 day') at time zone 'UTC'`
  await sql`update attachments set created_at = ${older('created_at')}, unlinked_at = ${older('unlinked_at')}`.execute(
    test.services.db,
  )
}

const withPicture = (...pictures: string[]) => world.line({ voucher_attachment_codes: pictures })

/** A payment with these lines and pictures, old enough for the clean-up. */
async function old(...lines: Record<string, unknown>[]): Promise<Saved> {
  const { data, code } = await world.clerk.post('/cost_executions', world.body({}, lines))
  expect(code).toBe(0)
  await later(8)
  return data
}

/** Saves the payment with these lines; `line(index)` is an existing one with changes. */
async function edit(
  payment: Saved,
  lines: (line: (index: number, ...pictures: string[]) => object) => object[],
) {
  const keep = (index: number, ...pictures: string[]) => ({
    ...withPicture(...pictures),
    code: payment.cost_execution_details[index]?.code,
  })
  const body = world.body({}, lines(keep) as Record<string, unknown>[])
  expect(await world.clerk.put(`/cost_executions/${payment.code}`, body)).toMatchObject({ code: 0 })
}

/** Which of these pictures exist after a clean-up now. */
async function left(...codes: string[]): Promise<boolean[]> {
  await cleanAttachments(test.services)
  const rows = await test.services.db
    .selectFrom('attachments')
    .select('code')
    .where('project_id', '=', world.projectId)
    .where('code', 'in', codes)
    .execute()
  return codes.map((code) => rows.some((row) => row.code === code))
}

it('keeps the pictures of a removed line for 7 days', async () => {
  const [kept, dropped, ofKept] = [
    await world.attachment(),
    await world.attachment(),
    await world.attachment(),
  ]
  const payment = await old(withPicture(kept, ofKept), withPicture(dropped))
  await edit(payment, (line) => [line(0, kept)])
  expect(await left(kept, dropped, ofKept)).toEqual([true, true, true])
  await later(6.9)
  expect(await left(kept, dropped, ofKept)).toEqual([true, true, true])
  await later(0.2)
  expect(await left(kept, dropped, ofKept)).toEqual([true, false, false])
})

it('keeps those of several removed lines, of all lines, and of a deleted payment', async () => {
  const pictures = [await world.attachment(), await world.attachment(), await world.attachment()]
  const [first = '', second = '', third = ''] = pictures
  const payment = await old(withPicture(first), withPicture(second), withPicture(third))
  await edit(payment, (line) => [line(1, second)])
  expect(await left(...pictures)).toEqual([true, true, true])
  await edit(payment, () => [world.line()])
  expect(await left(...pictures)).toEqual([true, true, true])
  await later(7.1)
  expect(await left(...pictures)).toEqual([false, false, false])

  const last = await world.attachment()
  const deleted = await old(withPicture(last))
  expect(await world.clerk.delete(`/cost_executions/${deleted.code}`)).toMatchObject({ code: 0 })
  expect(await left(last)).toEqual([true])
  await later(7.1)
  expect(await left(last)).toEqual([false])
})

it('a picture that moves from a removed line to a kept or new one stays linked', async () => {
  const [toKept, toNew] = [await world.attachment(), await world.attachment()]
  const payment = await old(world.line(), withPicture(toKept, toNew))
  await edit(payment, (line) => [line(0, toKept), withPicture(toNew)])
  await later(30)
  expect(await left(toKept, toNew)).toEqual([true, true])
})

it('a picture of two payments stays linked; its 7 days begin when the second one removes it', async () => {
  const shared = await world.attachment()
  const [one, other] = [
    await old(world.line(), withPicture(shared)),
    await old(world.line(), withPicture(shared)),
  ]
  await edit(one, (line) => [line(0)])
  await later(30)
  expect(await left(shared)).toEqual([true])
  await edit(other, (line) => [line(0)])
  expect(await left(shared)).toEqual([true])
  await later(7.1)
  expect(await left(shared)).toEqual([false])
})

it('the 7 days begin when two concurrent edits remove its last two lines', async () => {
  const shared = await world.attachment()
  const [one, other] = [
    await old(world.line(), withPicture(shared)),
    await old(world.line(), withPicture(shared)),
  ]
  const file = test.services.db
    .selectFrom('attachments')
    .select(['id', 'unlinked_at'])
    .where('code', '=', shared)
  const { id } = await file.executeTakeFirstOrThrow()
  // Both have removed their line before either checks whether the other line still exists.
  await overlap(
    test,
    (tx) =>
      sql`select from attachments where project_id = ${world.projectId} and id = ${id} for update`.execute(
        tx,
      ),
    async () => await Promise.all([edit(one, (line) => [line(0)]), edit(other, (line) => [line(0)])]),
    2,
  )
  expect((await file.executeTakeFirstOrThrow()).unlinked_at).not.toBeNull()
})

it('the clean-up skips pictures of a running edit, before and after its commit', async () => {
  const dropped = await world.attachment()
  const payment = await old(world.line(), withPicture(dropped))
  const holder = await hold(test.databaseUrl, 'lock table audit_logs in exclusive mode')
  const editing = edit(payment, (line) => [line(0)])
  // The edit has removed the link, and waits before its log entry.
  await untilWaiting(test.databaseUrl)
  expect(await left(dropped)).toEqual([true])
  await holder.release()
  await editing
  expect(await left(dropped)).toEqual([true])
})

it('a line that still has pictures cannot be deleted', async () => {
  const picture = await world.attachment()
  const payment = await old(withPicture(picture))
  const { code } = payment.cost_execution_details[0] ?? { code: '' }
  await expect(
    test.services.db
      .deleteFrom('payment_lines')
      .where('project_id', '=', world.projectId)
      .where('code', '=', code)
      .execute(),
  ).rejects.toMatchObject({ code: '23503' })
})
