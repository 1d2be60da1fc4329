import pg from 'pg'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { CHANNEL } from '../../../../src/platform/changes/notices.ts'
import type { TestApp } from '../../../harness/harness.ts'
import { expectTotalsTrue } from '../../../harness/recount.ts'
import { workerApp } from '../../../harness/worker-app.ts'
import { auditsOf } from '../../payments/helpers.ts'
import { type PettyCashWorld, pettyCashWorld } from '../helpers.ts'
import { addComplete, expectPostedOnce, paymentOf, WRITE_OFFS } from './helpers.ts'

let app: TestApp
let world: PettyCashWorld

beforeEach(async () => {
  app ??= await workerApp()
  world = await pettyCashWorld(app)
})
afterAll(() => app.close())

const writeOff = () => world.clerk.post(WRITE_OFFS)
const preview = async () => (await world.clerk.get(`${WRITE_OFFS}/preview`)).data
const history = async (query = {}) => (await world.clerk.get(WRITE_OFFS, query)).data

/** Every sum that payments, contracts and petty cash show. */
async function sums(contract: string) {
  const chart = async (name: string, key: string) => {
    const { items } = (await world.admin.get(`/cost_executions/dashboard/${name}`)).data
    return Object.fromEntries(items.map((item: Record<string, string>) => [item[key], item.amount]))
  }
  const { can: _, ...imprests } = (await world.clerk.get('/imprests/totals')).data
  const list = (await world.admin.get('/cost_executions')).data
  return {
    total: (await world.admin.get('/cost_executions/dashboard/total_amount')).data.total_amount,
    list: [list.listTotal, list.total_amount_yuan],
    subject: await chart('subject_three', 'subject_out_code'),
    payer: await chart('payer', 'payer'),
    category: await chart('pay_category', 'pay_category'),
    voucher: await chart('voucher_category', 'voucher_category'),
    paid: (await world.admin.get(`/contracts/${contract}`)).data.pay_amount_yuan,
    imprests,
    pettyCashChart: (await world.clerk.get('/imprests/dashboard/payer')).data.items,
    open: (await world.clerk.get('/imprests', { written_off: 0 })).data.total,
  }
}

test('posts each complete detail as a payment of one line with everything that the detail has', async () => {
  const contract_code = await world.contract('HT-1')
  const pictures = [await world.attachment('jpg'), await world.attachment()]
  const first = await addComplete(world, {
    ...{ pay_at: '2026-11-20', payer: '李某', post: '美术组', summary: '道具', remark: '两套' },
    ...{
      pay_channel: '1',
      voucher_category: '13',
      face_tax_rate: '免税',
      pay_amount: '-12.34',
      contract_code,
    },
    voucher_attachment_codes: pictures,
  })
  const later = await addComplete(world)
  const earlier = await addComplete(world, { pay_at: '2026-11-01' })
  expect(await writeOff()).toMatchObject({
    ...{ status: 200, code: 0, msg: '操作成功' },
    data: { total_quantity: 3, succeeded_quantity: 3, imprest_amount: '187.66' },
  })
  const number = await paymentOf(world, first)
  const { data } = await world.admin.get(`/cost_executions/${number}`)
  expect(data).toMatchObject({
    ...{ code: expect.stringMatching(/^FK20261120\d{4}$/), version: 1, imprest_code: first, line_count: 1 },
    ...{ pay_at: '2026-11-20', payer: '李某', post: '美术组', summary: '道具', pay_amount_yuan: '-12.34' },
    can: { write: false, delete: true },
    cost_execution_details: [
      {
        ...{ subject_three_out_code: '24000101', pay_channel_code: '1', voucher_category_code: '13' },
        ...{ pay_category_id: null, pay_category_name: '备用金核销', face_tax_rate: '免税', remark: '两套' },
        ...{
          contract: { code: contract_code, out_code: 'HT-1' },
          check_invoice: null,
          pay_amount_yuan: '-12.34',
        },
      },
    ],
  })
  const files = data.cost_execution_details[0].voucher_attachments as { code: string }[]
  expect(files.map(({ code }) => code)).toEqual(pictures)
  // Numbers follow the dates; the list and the detail say the same as the payment.
  const numbers = await Promise.all([earlier, first, later].map((code) => paymentOf(world, code)))
  expect(numbers.map((text) => Number(text?.slice(-4)))).toEqual([1, 2, 3])
  const { items } = (await world.admin.get('/cost_executions')).data
  expect(items.map((item: { imprest_code: string }) => item.imprest_code)).toEqual([later, first, earlier])
  expect((await world.clerk.get(`/imprests/${first}`)).data).toMatchObject({
    ...{ write_off_at: expect.stringMatching(/\+08:00$/), version: 2, can: { write: false, delete: false } },
  })
  await expectPostedOnce(app, world.projectId)
})

test('leaves what lacks something open, and says beforehand what that is', async () => {
  const picture = { voucher_attachment_codes: [await world.attachment()] }
  await addComplete(world)
  const { code: first } = await world.add()
  const { code: second } = await world.add({ ...picture, face_tax_rate: '6%' })
  const third = await addComplete(world, { face_tax_rate: '' })
  const lacking = { voucher_category: 2, face_tax_rate: 2, voucher_attachments: 1 }
  const named = { pay_at: '2026-11-21', payer: '王某某', pay_amount_yuan: '100.00' }
  const rest = {
    lacking,
    lacking_items: [
      { code: third, ...named, lacking: ['face_tax_rate'] },
      { code: second, ...named, lacking: ['voucher_category'] },
      { code: first, ...named, lacking: ['voucher_category', 'face_tax_rate', 'voucher_attachments'] },
    ],
    fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
  }
  expect(await preview()).toEqual({
    ...{ total_quantity: 4, succeeded_quantity: 1, imprest_amount: '100.00' },
    ...rest,
  })
  expect((await writeOff()).data).toMatchObject({ total_quantity: 4, succeeded_quantity: 1 })
  expect(await preview()).toEqual({
    ...{ total_quantity: 3, succeeded_quantity: 0, imprest_amount: '0.00' },
    ...rest,
  })
  for (const [need, count] of Object.entries({ ...lacking, 1: 3 }))
    expect((await world.clerk.get('/imprests', { lacking: need, written_off: 0 })).data.listTotal).toBe(count)

  // Details are open, but none is complete: the history says so.
  expect((await writeOff()).data).toMatchObject({
    total_quantity: 3,
    succeeded_quantity: 0,
    imprest_amount: '0.00',
  })
  const { items, listTotal } = await history()
  expect(items).toMatchObject(
    [
      { total_quantity: 3, succeed_quantity: 0, imprest_amount_yuan: '0.00' },
      { total_quantity: 4, succeed_quantity: 1, imprest_amount_yuan: '100.00', creator_name: /^员工/ },
    ].map((item) => ({ ...item, creator_name: expect.stringMatching(/^员工/) })),
  )
  expect(listTotal).toBe(2)
  expect((await history({ page: 2, per_page: 1 })).items).toEqual([items[1]])
  expect(await expectPostedOnce(app, world.projectId)).toEqual({ details: 4, writtenOff: 1 })
})

test('is refused where nothing is open', async () => {
  const none = { status: 422, code: 422, msg: '没有可核销的明细' }
  expect(await writeOff()).toMatchObject(none)
  await addComplete(world)
  await writeOff()
  expect(await writeOff()).toMatchObject(none)
  expect((await history()).listTotal).toBe(1)
})

test('moves every sum of payments and contracts, and none of petty cash but what is open', async () => {
  const contract = await world.contract('HT-2')
  await world.clerk.put('/imprests/amount', { amount: '5000' })
  await world.admin.post('/cost_executions', {
    ...{ pay_at: '2026-11-21', payer: '王某某' },
    cost_execution_details: [
      {
        ...{ subject_three_code: world.subject('24000101'), pay_channel: '2', pay_amount: '1000.50' },
        pay_category_id: (await world.admin.get('/pay_categories')).data.items[0].id,
        contract_code: contract,
      },
    ],
  })
  await addComplete(world, { contract_code: contract, pay_amount: '0.25' })
  await addComplete(world, {
    subject_three_code: world.subject('24000102'),
    voucher_category: '12',
    payer: '李某',
  })
  await world.add({ pay_amount: '7' })
  const before = await sums(contract)
  expect(before).toMatchObject({ total: '1000.50', paid: '1000.50', open: '107.25' })
  await writeOff()
  const after = await sums(contract)
  expect(after).toEqual({
    ...before,
    total: '1100.75',
    list: [3, '1100.75'],
    subject: { '24000101': '1000.75', '24000102': '100.00' },
    payer: { 王某某: '1000.75', 李某: '100.00' },
    category: { ...before.category, 备用金核销: '100.25' },
    voucher: { 未填写: '1000.50', 增值税专用发票: '0.25', 收据: '100.00' },
    paid: '1000.75',
    open: '7.00',
  })
  expect(after.imprests).toMatchObject({ imprest_total_amount: '5000.00', imprest_overage_amount: '4892.75' })
  const group = { pay_categories: 'imprest' }
  const found = (await world.admin.get('/cost_executions', group)).data
  expect(found).toMatchObject({ listTotal: 2, total_amount_yuan: '100.25' })
  const select = (await world.admin.get('/selects/pay_categories')).data.items
  expect(select.at(-1)).toEqual({ label: '备用金核销', value: 'imprest' })
  await expectTotalsTrue(world.admin, app.databaseUrl, world.project)

  // Deleting the payments brings every sum back.
  const codes = found.items.map((item: { code: string }) => item.code)
  expect((await world.admin.delete('/cost_executions/batch', { codes })).code).toBe(0)
  expect(await sums(contract)).toEqual(before)
  await expectPostedOnce(app, world.projectId)
})

test('posts hundreds of details with one log entry for all and one for their payments', async () => {
  const { db } = app.services
  await addComplete(world)
  const {
    id,
    code: _,
    ...row
  } = await db
    .selectFrom('petty_cash')
    .selectAll()
    .where('project_id', '=', world.projectId)
    .executeTakeFirstOrThrow()
  const file = await db
    .selectFrom('petty_cash_attachments')
    .selectAll()
    .where('project_id', '=', world.projectId)
    .executeTakeFirstOrThrow()
  const copies = await db
    .insertInto('petty_cash')
    .values(
      Array.from({ length: 299 }, (_, n) => ({ ...row, code: `BYJ-${n}`, pay_amount: 999_999_999_999_999n })),
    )
    .returning('id')
    .execute()
  await db
    .insertInto('petty_cash_attachments')
    .values(copies.map((copy) => ({ ...file, petty_cash_id: copy.id })))
    .execute()
  expect((await writeOff()).data).toMatchObject({
    total_quantity: 300,
    succeeded_quantity: 300,
    imprest_amount: '2990000000000097.01',
  })
  expect(id).toBeLessThan(copies[0]?.id ?? 0n)
  await expectPostedOnce(app, world.projectId)
  const entries = (await auditsOf(app, world.projectId)).slice(-2)
  expect(entries).toMatchObject([
    {
      ...{ action: 'write_off', resource: 'imprest', label: '备用金核销 300 条 2990000000000097.01元' },
      after: { total_quantity: 300, succeeded_quantity: 300, imprest_amount_yuan: '2990000000000097.01' },
    },
    {
      action: 'create',
      resource: 'cost_execution',
      label: '备用金核销生成付款 300 条 2990000000000097.01元',
    },
  ])
})

test('tells the open pages of petty cash and of payments, and those of both when a payment is deleted', async () => {
  await addComplete(world)
  await app.services.notices.sent()
  const listener = new pg.Client({ connectionString: app.databaseUrl })
  await listener.connect()
  onTestFinished(() => listener.end())
  const heard: unknown[] = []
  listener.on('notification', ({ payload }) => {
    const { project, resource, action } = JSON.parse(payload ?? '')
    if (project === String(world.projectId)) heard.push(`${resource} ${action}`)
  })
  await listener.query(`listen ${CHANNEL}`)
  await writeOff()
  const posted = ['imprest update', 'cost_execution create']
  await expect.poll(() => heard).toEqual(posted)
  const [{ code }] = (await world.admin.get('/cost_executions')).data.items
  await world.admin.delete(`/cost_executions/${code}`)
  await expect.poll(() => heard).toEqual([...posted, 'imprest update', 'cost_execution delete'])
})
