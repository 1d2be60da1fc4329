import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { LOGGED_DETAILS } from '../../../../src/books/petty-cash/write-off/write-off.ts'
import type { Caller, TestApp } from '../../../harness/harness.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { auditsOf } from '../../payments/helpers.ts'
import { importFile, upload } from '../../payments/sheet/sheets.ts'
import { type PettyCashWorld, pettyCashWorld } from '../helpers.ts'
import { addComplete, paymentOf, WRITE_OFFS } from './helpers.ts'

// What tells afterwards which detail was posted as which payment: the spreadsheets and the log.

let app: TestApp
let world: PettyCashWorld

beforeEach(async () => {
  app ??= await workerApp()
  world = await pettyCashWorld(app)
})
afterAll(() => app.close())

const writeOff = async () => (await world.clerk.post(WRITE_OFFS)).data
/** The file of an export, and its rows by the titles of the columns. */
async function exported(caller: Caller, path: string) {
  const address = new URL((await caller.post(`${path}/export`, {})).data.file_url)
  const { rawPayload } = await app.http.inject({ url: address.pathname + address.search })
  const [titles = [], ...rows] = (await readXlsx(rawPayload)).sheets[0]?.rows ?? []
  return {
    file: rawPayload,
    last: titles.at(-1),
    // Without the sums at the end.
    rows: rows
      .slice(0, -1)
      .map((row) => Object.fromEntries(titles.map((title, index) => [String(title), row[index]]))),
  }
}
interface Pair {
  imprest: string
  payment: string
}
const logged = async () =>
  (await auditsOf(app, world.projectId))
    .filter(({ action }) => action === 'write_off')
    .map(({ after }) => (after as { details: Pair[] }).details)

test('the spreadsheets of petty cash and of payments name each other', async () => {
  const { admin, clerk } = world
  const [one, two, open] = [await addComplete(world), await addComplete(world), (await world.add()).code]
  await writeOff()
  const { id } = (await admin.get('/pay_categories')).data.items[0]
  const line = { subject_three_code: world.subject('24000101'), pay_channel: '1', pay_amount: '7' }
  const typed = await admin.post('/cost_executions', {
    ...{ pay_at: '2026-11-21', payer: '张三' },
    cost_execution_details: [{ ...line, pay_category_id: id }],
  })
  const posted = { [one]: await paymentOf(world, one), [two]: await paymentOf(world, two) }
  const cash = await exported(admin, '/imprests')
  expect(cash.last).toBe('付款编号')
  expect(Object.fromEntries(cash.rows.map((row) => [row.明细编号, row.付款编号]))).toEqual({
    ...posted,
    [open]: null,
  })
  const payments = await exported(admin, '/cost_executions')
  expect(payments.last).toBe('备用金编号')
  expect(Object.fromEntries(payments.rows.map((row) => [row.付款序号, row.备用金编号]))).toEqual({
    [String(posted[one])]: one,
    [String(posted[two])]: two,
    [typed.data.code]: null,
  })
  // An import ignores both columns, and the template has neither.
  const { data } = await clerk.post('/imprests/import', {
    attachment_code: await upload(app, clerk, cash.file),
  })
  expect(data).toMatchObject({ status: 'succeeded', total: 3 })
  await admin.delete('/cost_executions/batch', { codes: Object.values(posted) })
  const rest = await exported(admin, '/cost_executions')
  expect((await importFile(admin, await upload(app, admin, rest.file))).data).toMatchObject({
    ...{ status: 'succeeded', total: 1 },
  })
  for (const [path, own] of [
    ['/imprests', '付款编号'],
    ['/cost_executions', '备用金编号'],
  ] as const) {
    const address = new URL((await admin.get(`${path}/import_template`)).data.file_url)
    const { rawPayload } = await app.http.inject({ url: address.pathname + address.search })
    expect((await readXlsx(rawPayload)).sheets[0]?.rows[0]).not.toContain(own)
  }
})

test('the log tells which detail was posted as which payment, also after the payment is deleted', async () => {
  const codes = [await addComplete(world), await addComplete(world)]
  await world.add()
  await writeOff()
  const pairs = await Promise.all(
    codes.map(async (imprest) => ({ imprest, payment: (await paymentOf(world, imprest)) as string })),
  )
  await world.admin.delete('/cost_executions/batch', { codes: pairs.map(({ payment }) => payment) })
  expect(await logged()).toEqual([pairs])
  await writeOff()
  const [, again = []] = await logged()
  expect(again.map(({ imprest }) => imprest)).toEqual(codes)
  expect(again.map(({ payment }) => payment)).toEqual([
    await paymentOf(world, codes[0] as string),
    await paymentOf(world, codes[1] as string),
  ])
})

test('where none is posted the log has no pair; many are in several entries', async () => {
  await world.add()
  await writeOff()
  expect(await logged()).toEqual([[]])
  const { db } = app.services
  await addComplete(world)
  const { id: _, ...row } = await db
    .selectFrom('petty_cash')
    .selectAll()
    .where('project_id', '=', world.projectId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const file = await db
    .selectFrom('petty_cash_attachments')
    .selectAll()
    .where('project_id', '=', world.projectId)
    .executeTakeFirstOrThrow()
  const copies = await db
    .insertInto('petty_cash')
    .values(Array.from({ length: LOGGED_DETAILS }, (_, n) => ({ ...row, code: `BYJ-${n}` })))
    .returning('id')
    .execute()
  await db
    .insertInto('petty_cash_attachments')
    .values(copies.map((copy) => ({ ...file, petty_cash_id: copy.id })))
    .execute()
  expect(await writeOff()).toMatchObject({ succeeded_quantity: LOGGED_DETAILS + 1 })
  const [, first = [], second = []] = await logged()
  expect([first.length, second.length]).toEqual([LOGGED_DETAILS, 1])
  const { rows } = await exported(world.admin, '/imprests')
  const shown = rows.filter((one) => one.付款编号 !== null).map((one) => [one.明细编号, one.付款编号])
  expect(Object.fromEntries([...first, ...second].map(({ imprest, payment }) => [imprest, payment]))).toEqual(
    Object.fromEntries(shown),
  )
})
