import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { abandonImport } from '../../../harness/abandon-import.ts'
import type { TestApp } from '../../../harness/harness.ts'
import { hold, untilWaiting } from '../../../harness/hold.ts'
import { overlap } from '../../../harness/overlap.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { countOf, type PaymentWorld, paymentWorld } from '../helpers.ts'
import { bookOf, importFile, RIGHT, type Row, upload } from './sheets.ts'

// An import takes numbers chunk by chunk, first after 1,000 lines; a failed import leaves a gap (api.md §1).

let test: TestApp
let world: PaymentWorld
/** A subject that only the imports of this test use. */
let subjectId: bigint

beforeAll(async () => {
  test = await workerApp()
})
beforeEach(async () => {
  world = await paymentWorld(test)
  subjectId = (
    await test.services.db
      .selectFrom('subjects')
      .select('id')
      .where('code', '=', world.subject(SUBJECT))
      .executeTakeFirstOrThrow()
  ).id
})
afterAll(() => test.close())

const SUBJECT = '24000102'
/** Payments with one line each, with changes by index. */
const rows = (count: number, changes: Record<number, Row> = {}): Row[] =>
  Array.from({ length: count }, (_, index) => ({ ...RIGHT, sequence: String(index), ...changes[index] }))
const uploaded = async (book: Row[]) => await upload(test, world.clerk, await bookOf(book))
/** Saves a payment and returns its number. */
const next = async () =>
  Number((await world.clerk.post('/cost_executions', world.body())).data.code.slice(10))
const payments = () => countOf(test, 'payments', world.projectId)

it('takes one number per payment', async () => {
  expect(await next()).toBe(1)
  expect((await importFile(world.clerk, await uploaded(rows(2_500)))).data.status).toBe('succeeded')
  expect(await next()).toBe(2_502)
})

it('shares no number with a concurrent save', async () => {
  expect(await next()).toBe(1)
  const file = await uploaded(rows(3_000, { 0: { subject_three_code: SUBJECT }, 2499: { pay_amount: '0' } }))
  // The lock stops the import after the first chunk took its numbers.
  const holder = await hold(
    test.databaseUrl,
    `select from subjects where project_id = ${world.projectId} and id = ${subjectId} for update`,
  )
  const importing = importFile(world.clerk, file)
  try {
    await untilWaiting(test.databaseUrl)
    expect(await next()).toBe(1_002)
  } finally {
    await holder.release()
  }
  expect((await importing).data).toMatchObject({ status: 'failed', total: 3_000, bad: 1 })
  expect(await next()).toBe(1_003)
  expect(await payments()).toBe(3)
})

it('leaves a gap when it fails: no number is used again', async () => {
  const file = await uploaded(rows(3_000, { 2499: { pay_amount: '0' } }))
  expect((await importFile(world.clerk, file)).data).toMatchObject({ status: 'failed', bad: 1 })
  expect(await next()).toBe(1_001)
})

it('fails if its subject is deleted meanwhile, and writes nothing', async () => {
  const file = await uploaded(rows(1_005, { 1002: { subject_three_code: SUBJECT } }))
  const { data } = await overlap(
    test,
    (tx) => tx.deleteFrom('subjects').where('id', '=', subjectId).execute(),
    () => importFile(world.clerk, file),
  )
  expect(data).toMatchObject({
    status: 'failed',
    error_items: [{ line: 1_004, desc: expect.stringContaining('科目编号不存在') }],
  })
  expect(await payments()).toBe(0)
})

it('takes new numbers for a file whose first caller disconnected', async () => {
  expect(await next()).toBe(1)
  const file = await uploaded(rows(2_500, { 0: { subject_three_code: SUBJECT } }))
  const { token } = world.clerk
  const held = `select from subjects where project_id = ${world.projectId} and id = ${subjectId} for update`
  await abandonImport(test, { path: '/cost_executions', token, project: world.project, file, held })
  expect(await payments()).toBe(1)
  const between = await next()
  expect((await importFile(world.clerk, file)).data).toMatchObject({ status: 'succeeded', total: 2_500 })
  expect(await next()).toBe(between + 2_501)
})
