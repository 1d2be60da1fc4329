import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { cleanAttachments } from '../../../../src/base/attachments/clean.ts'
import { startTestApp, type TestApp } from '../../../harness/harness.ts'
import { auditsOf } from '../../payments/helpers.ts'
import { importFile, upload } from '../../payments/sheet/sheets.ts'
import { type PettyCashWorld, pettyCashWorld } from '../helpers.ts'
import { addComplete, expectPostedOnce, paymentOf, WRITE_OFFS } from './helpers.ts'

let app: TestApp
let world: PettyCashWorld

beforeEach(async () => {
  app ??= await startTestApp()
  world = await pettyCashWorld(app)
})
afterAll(() => app.close())

const writeOff = () => world.clerk.post(WRITE_OFFS)
const show = async (code: string) => (await world.clerk.get(`/imprests/${code}`)).data

/** A body that a payment's form could send for this answer, with a payment type. */
const bodyOf = (
  payment: { pay_at: string; payer: string; cost_execution_details: Record<string, unknown>[] },
  pay_category_id: unknown,
) => ({
  ...{ pay_at: payment.pay_at, payer: payment.payer },
  cost_execution_details: payment.cost_execution_details.map((line) => ({
    ...{ code: line.code, subject_three_code: line.subject_three_code, pay_channel: line.pay_channel_code },
    ...{ pay_amount: line.pay_amount_yuan, pay_category_id },
  })),
})

test('a posted payment is not edited, whatever is sent', async () => {
  const code = await addComplete(world)
  await writeOff()
  const number = await paymentOf(world, code)
  const path = `/cost_executions/${number}`
  const { data: before } = await world.admin.get(path)
  const { data: types } = await world.admin.get('/pay_categories')
  const msg = `付款 ${number} 由备用金 ${code} 核销生成，不能修改；需要修改时，请删除该付款，撤销核销`
  // With a type, without one as GET answers it, stale, and with no line at all.
  for (const body of [
    bodyOf(before, types.items[0].id),
    bodyOf(before, null),
    { ...bodyOf(before, types.items[0].id), version: 0 },
    {},
  ])
    expect(await world.admin.put(path, body)).toMatchObject({ status: 422, code: 422, msg })
  expect((await world.admin.get(path)).data).toEqual(before)
  expect((await world.admin.get('/cost_executions')).data.items[0].can).toEqual({
    write: false,
    delete: true,
  })
})

test('an import of what an export wrote refuses its rows by name', async () => {
  await addComplete(world)
  await writeOff()
  const { data } = await world.admin.post('/cost_executions/export')
  const address = new URL(data.file_url)
  const { rawPayload } = await app.http.inject({ url: address.pathname + address.search })
  const answer = await importFile(world.admin, await upload(app, world.admin, rawPayload))
  expect(answer.data).toMatchObject({ status: 'failed', total: 1 })
  expect(answer.data.error_items[0].desc).toContain('备用金核销由核销生成，不能导入')
  await expectPostedOnce(app, world.projectId)
})

test('deleting the payment opens the detail again, which can then be changed, posted anew or deleted', async () => {
  const code = await addComplete(world)
  await writeOff()
  const number = await paymentOf(world, code)
  const closed = await show(code)
  const body = world.body({ pay_amount: '1' })
  const locked = `备用金 ${code}（付款 ${number}）已核销`
  expect((await world.clerk.put(`/imprests/${code}`, body)).msg).toContain(locked)
  expect((await world.clerk.delete(`/imprests/${code}`)).msg).toContain(locked)

  expect(await world.admin.delete(`/cost_executions/${number}`)).toMatchObject({ code: 0, msg: '删除成功' })
  const opened = await show(code)
  expect(opened).toEqual({
    ...closed,
    ...{ write_off_at: null, cost_execution_code: null, version: 3, updated_at: opened.updated_at },
    can: { write: true, delete: true },
    voucher_attachments: opened.voucher_attachments,
  })
  expect(opened.voucher_attachments).toHaveLength(1)
  expect((await auditsOf(app, world.projectId)).slice(-2)).toMatchObject([
    {
      ...{ action: 'update', resource: 'imprest', code },
      before: { write_off_at: closed.write_off_at, cost_execution_code: number },
      after: { write_off_at: null, cost_execution_code: null },
    },
    { action: 'delete', resource: 'cost_execution', code: number, before: { imprest_code: code } },
  ])
  expect((await world.clerk.get(WRITE_OFFS)).data.items).toMatchObject([{ succeed_quantity: 1 }])

  // A number is never given twice.
  await writeOff()
  const again = await paymentOf(world, code)
  expect(Number(again?.slice(-4))).toBe(Number(number?.slice(-4)) + 1)
  await world.admin.delete(`/cost_executions/${again}`)
  expect((await world.clerk.put(`/imprests/${code}`, body)).data.pay_amount_yuan).toBe('1.00')
  expect((await world.clerk.delete(`/imprests/${code}`)).code).toBe(0)
  expect((await world.clerk.get(WRITE_OFFS)).data.listTotal).toBe(2)
  await expectPostedOnce(app, world.projectId)
})

test('a batch takes back those of its payments that a write-off posted, all or none', async () => {
  const codes = [await addComplete(world), await addComplete(world), await addComplete(world)]
  await writeOff()
  const numbers = await Promise.all(codes.map((code) => paymentOf(world, code)))
  const { data: types } = await world.admin.get('/pay_categories')
  const { data: posted } = await world.admin.get(`/cost_executions/${numbers[0]}`)
  const typed = bodyOf(posted, types.items[0].id)
  const { data: own } = await world.admin.post('/cost_executions', {
    ...typed,
    cost_execution_details: typed.cost_execution_details.map((line) => ({ ...line, code: null })),
  })
  const batch = (...chosen: unknown[]) => world.admin.delete('/cost_executions/batch', { codes: chosen })
  expect((await batch(numbers[0], 'FK0')).code).toBe(404)
  expect(await expectPostedOnce(app, world.projectId)).toMatchObject({ writtenOff: 3 })
  expect((await batch(numbers[2], own.code, numbers[0])).code).toBe(0)
  expect(await Promise.all(codes.map((code) => paymentOf(world, code)))).toEqual([null, numbers[1], null])
  expect(await expectPostedOnce(app, world.projectId)).toMatchObject({ writtenOff: 1 })
})

test('needs the right to delete payments, not that of petty cash', async () => {
  const code = await addComplete(world)
  await writeOff()
  const number = await paymentOf(world, code)
  expect((await world.clerk.delete(`/cost_executions/${number}`)).code).toBe(403)
  const payer = await app.person(world.companyId, { cost_execution: ['read', 'delete'] }, [world.project])
  expect((await payer.on(world.project).delete(`/cost_executions/${number}`)).code).toBe(0)
  expect(await paymentOf(world, code)).toBeNull()
})

test('contract, subject and pictures of a detail stay while it or its payment uses them', async () => {
  const contract_code = await world.contract('HT-3')
  const code = await addComplete(world, { contract_code })
  await writeOff()
  const number = await paymentOf(world, code)
  const contract = () => world.admin.delete(`/contracts/${contract_code}`)
  const subject = () => world.admin.delete(`/subjects/${world.subject('24000101')}`)
  expect(await contract()).toMatchObject({ code: 422, msg: expect.stringContaining(number ?? '-') })
  expect(await subject()).toMatchObject({ code: 422, msg: expect.stringContaining(number ?? '-') })
  const unlinked = async () =>
    (
      await app.services.db
        .selectFrom('attachments')
        .select('unlinked_at')
        .where('project_id', '=', world.projectId)
        .executeTakeFirstOrThrow()
    ).unlinked_at
  await sql`update attachments set created_at = now() - interval '30 days'
    where project_id = ${world.projectId}`.execute(app.services.db)
  await world.admin.delete(`/cost_executions/${number}`)
  // The payment is gone, the detail still uses them.
  expect(await contract()).toMatchObject({ code: 422, msg: expect.stringContaining(code) })
  expect(await subject()).toMatchObject({ code: 422, msg: expect.stringContaining(code) })
  expect(await unlinked()).toBeNull()
  expect(await cleanAttachments(app.services)).toBe(0)
  await world.clerk.delete(`/imprests/${code}`)
  expect(await unlinked()).not.toBeNull()
  // Its seven days begin only here.
  expect(await cleanAttachments(app.services)).toBe(0)
  expect((await contract()).code).toBe(0)
  expect((await subject()).code).toBe(0)
})

test('the history of write-offs says what was taken back, by whom and when, also after the detail was posted anew', async () => {
  const [kept, opened] = [
    await addComplete(world, { pay_amount: '100' }),
    await addComplete(world, { pay_amount: '-30.5' }),
  ]
  await writeOff()
  const history = async () => (await world.clerk.get(WRITE_OFFS)).data.items
  expect(await history()).toMatchObject([
    { succeed_quantity: 2, taken_back_quantity: 0, taken_back_amount_yuan: '0.00', taken_back: [] },
  ])
  const number = await paymentOf(world, opened)
  app.advance(60_000)
  await world.admin.delete(`/cost_executions/${number}`)
  const trace = {
    ...{ succeed_quantity: 2, imprest_amount_yuan: '69.50' },
    ...{ taken_back_quantity: 1, taken_back_amount_yuan: '-30.50' },
    taken_back: [
      {
        ...{ imprest_code: opened, cost_execution_code: number, amount_yuan: '-30.50', user_name: '管理员' },
        created_at: expect.any(String),
      },
    ],
  }
  const [before] = await history()
  expect(before).toMatchObject(trace)
  expect(Date.parse(before.taken_back[0].created_at)).toBeGreaterThanOrEqual(
    Date.parse(before.created_at) + 60_000,
  )
  await writeOff()
  expect(await history()).toMatchObject([{ succeed_quantity: 1, taken_back_quantity: 0 }, trace])
  // Detail and payment have a history, too.
  const actions = async (path: string) =>
    (await world.admin.get(`${path}/history`)).data.items.map((item: { action: string }) => item.action)
  expect(await actions(`/imprests/${opened}`)).toEqual(['write_off', 'update', 'create'])
  expect(await actions(`/imprests/${kept}`)).toEqual(['write_off', 'create'])
  expect(await actions(`/cost_executions/${await paymentOf(world, kept)}`)).toEqual(['create'])
  const { items } = (await world.clerk.get(`/imprests/${opened}/history`)).data
  expect(items[1].changes).toContainEqual({ label: '核销付款', before: number, after: '' })
  expect((await world.clerk.get(`/cost_executions/${await paymentOf(world, kept)}/history`)).status).toBe(403)
})
