import { fenOf, sum, yuan } from '@pianzhang/contract/money'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTotal } from '../../../src/books/petty-cash/load.ts'
import { keptSums } from '../../../src/platform/lists/kept-sums.ts'
import type { TestApp } from '../../harness/harness.ts'
import { overlap } from '../../harness/overlap.ts'
import { ask } from '../../harness/recount.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { auditsOf } from '../payments/helpers.ts'
import { addVaried, FROM, recount } from './details.ts'
import { type PettyCashWorld, pettyCashWorld } from './helpers.ts'

const PATH = '/imprests'
let app: TestApp
let world: PettyCashWorld
let other: PettyCashWorld

beforeAll(async () => {
  app = await workerApp()
  world = await pettyCashWorld(app)
  other = await pettyCashWorld(app)
  await other.add({ payer: '别的项目' })
  await addVaried(world)
})
afterAll(() => app.close())

const chart = async (name: string, query = {}, who = world.reader) =>
  (await who.get(`${PATH}/dashboard/${name}`, query)).data
const grouped = (by: string, where = 'true') =>
  ask<{ name: string; amount: string }>(
    app.databaseUrl,
    `select ${by} as name, sum(e.pay_amount)::text as amount ${FROM}
     join subjects two on two.project_id = e.project_id and two.id = s.two_id
     join subjects one on one.project_id = e.project_id and one.id = s.one_id
     where e.project_id = ${world.projectId} and (${where}) group by 1 having sum(e.pay_amount) <> 0
     order by sum(e.pay_amount) desc, 1`,
  )

describe('the charts', () => {
  const sheet = async (name: string, query = {}) => {
    const { file_url } = await chart(`${name}_export`, query)
    const file = await app.http.inject({ url: file_url })
    expect(file.statusCode).toBe(200)
    return (await readXlsx(file.rawPayload)).sheets[0]?.rows ?? []
  }

  test('equal sums by plain SQL, for every voucher filter, as answers and as spreadsheets', async () => {
    const vouchers: [string[], string][] = [
      [[], 'true'],
      [['0'], 'e.voucher_category is null'],
      [['0', '4', '12'], 'e.voucher_category is null or e.voucher_category in (4, 12)'],
      [['99'], 'false'],
    ]
    for (const [voucher_categories, where] of vouchers)
      for (const [name, key, column] of [
        ['payer', 'payer', 'e.payer'],
        ['voucher_category', 'voucher_category_code', "coalesce(e.voucher_category::text, '0')"],
        ['subject_one', 'subject_out_code', 'one.out_code'],
        ['subject_two', 'subject_out_code', 'two.out_code'],
        ['subject_three', 'subject_out_code', 's.out_code'],
      ] as const) {
        const what = `${name} of ${voucher_categories.join()}`
        const plain = (await grouped(column, where)).map((row) => [row.name, yuan(BigInt(row.amount))])
        const { items } = await chart(name, { voucher_categories })
        expect(
          Object.fromEntries(items.map((item: Record<string, string>) => [item[key], item.amount])),
          what,
        ).toEqual(Object.fromEntries(plain))
        expect(items.map(({ amount }: { amount: string }) => amount)).toEqual(
          plain.map(([, amount]) => amount),
        )
        const [, ...rows] = await sheet(name, { voucher_categories })
        const amounts = plain.map(([, amount]) => amount ?? '')
        const total = plain.length > 0 ? [yuan(sum(amounts.map(fenOf)))] : []
        expect(
          rows.map((row) => Number(row.at(-1)).toFixed(2)),
          what,
        ).toEqual([...amounts, ...total])
      }
    expect((await sheet('subject_three'))[0]).toEqual([
      ...['科目编号', '一级科目', '二级科目', '三级科目'],
      '付款金额（元）',
    ])
  })

  test('drill down: below one subject; each figure is the sum of the list behind it', async () => {
    for (const [name, query, where] of [
      ['subject_two', { subject_one_code: world.subject('2400') }, "one.out_code = '2400'"],
      ['subject_three', { subject_two_code: world.subject('240001') }, "two.out_code = '240001'"],
      ['subject_three', { subject_one_code: other.subject('2400') }, 'false'],
    ] as const) {
      const { items } = await chart(name, query)
      const plain = await grouped(name === 'subject_two' ? 'two.out_code' : 's.out_code', where)
      expect(items.map((item: { subject_out_code: string }) => item.subject_out_code)).toEqual(
        plain.map((row) => row.name),
      )
      for (const { subject_code, amount } of items) {
        const behind = await world.reader.get(PATH, { subject_three_codes: subject_code })
        expect(behind.data.total).toBe(amount)
      }
    }
    for (const { payer, amount } of (await chart('payer')).items)
      expect((await world.reader.get(PATH, { payers: payer })).data.total).toBe(amount)
    const { items } = await chart('voucher_category')
    expect(
      items.find((item: { voucher_category_code: string }) => item.voucher_category_code === '0'),
    ).toMatchObject({
      voucher_category: '未填写',
    })
    for (const { voucher_category_code, amount } of items)
      expect((await world.reader.get(PATH, { voucher_categories: voucher_category_code })).data.total).toBe(
        amount,
      )
  })

  test('of a project without details are empty', async () => {
    const empty = (await pettyCashWorld(app)).reader
    expect(await chart('payer', {}, empty)).toEqual({ items: [], others: { quantity: 0, amount: '0.00' } })
    for (const name of ['voucher_category', 'subject_one', 'subject_two', 'subject_three'])
      expect(await chart(name, {}, empty)).toEqual({ items: [] })
  })

  test('of 230 payers answer the 200 largest and the sum of the others; the spreadsheet has all', async () => {
    const many = await pettyCashWorld(app)
    await many.add({ pay_amount: '5000' })
    await sql`insert into petty_cash (project_id, code, pay_at, payer, subject_id, pay_channel, pay_amount, creator_id, created_at, updated_at)
      select ${many.projectId}, 'many-' || n, '2026-11-21', '付款方' || n, e.subject_id, 1, n * 100, e.creator_id, now(), now()
      from petty_cash e, generate_series(1, 229) n where e.project_id = ${many.projectId}`.execute(
      app.services.db,
    )
    const { items, others } = await chart('payer', {}, many.reader)
    expect(items).toHaveLength(200)
    expect([items[0], items.at(-1)]).toEqual([
      { payer: '王某某', amount: '5000.00' },
      { payer: '付款方31', amount: '31.00' },
    ])
    expect(others).toEqual({ quantity: 30, amount: '465.00' })
    const { file_url } = await chart('payer_export', {}, many.reader)
    const file = await app.http.inject({ url: file_url })
    expect((await readXlsx(file.rawPayload)).sheets[0]?.rows).toHaveLength(232)
  })
})

describe('the totals', () => {
  const totals = async (who = world.reader) => (await who.get(`${PATH}/totals`)).data
  const set = (amount: unknown, version?: number, of = world) =>
    of.clerk.put(`${PATH}/amount`, { amount, version })

  test('are the total set and the sums of all details, also of those written off', async () => {
    const [all] = await grouped("'all'")
    const [ticketed] = await grouped("'ticketed'", 'e.voucher_category <= 11')
    const spent = BigInt(all?.amount ?? '')
    const shown = (amount: bigint, version: number) => ({
      imprest_total_amount: yuan(amount),
      imprest_overage_amount: yuan(amount - spent),
      imprest_ticket_amount: yuan(BigInt(ticketed?.amount ?? '')),
      imprest_no_ticket_amount: yuan(spent - BigInt(ticketed?.amount ?? '')),
      version,
    })
    expect(await totals()).toMatchObject(shown(0n, 0))
    expect(await set('50000.5')).toMatchObject({ code: 0, data: shown(5_000_050n, 1) })
    expect((await set('-3')).data).toMatchObject(shown(-300n, 2))
    expect(await totals()).toMatchObject(shown(-300n, 2))
    expect((await auditsOf(app, world.projectId)).slice(-2)).toMatchObject([
      { action: 'create', resource: 'imprest', label: '备用金总额 50000.50元', before: null },
      {
        ...{ action: 'update', label: '备用金总额 -3.00元', before: { imprest_total_amount: '50000.50' } },
        after: { imprest_total_amount: '-3.00' },
      },
    ])
    const before = await totals()
    for (const amount of [0, '0.00', '', null, '1.234', '1,000', 'x', '10000000000000'])
      expect(await set(amount), String(amount)).toMatchObject({
        status: 422,
        data: { errors: [{ field: 'amount' }] },
      })
    expect((await set('7', 1)).status).toBe(409)
    expect(await totals()).toEqual(before)
    expect(await totals(other.reader)).toMatchObject({ imprest_total_amount: '0.00', version: 0 })
  })

  test('of two people who set it at once, from the same version, one is told', async () => {
    const mine = await pettyCashWorld(app)
    // The first time only the primary key stops the second.
    const answer = await overlap(
      app,
      (tx) =>
        tx
          .insertInto('petty_cash_amounts')
          .values({ project_id: mine.projectId, amount: 100n, updated_at: new Date() })
          .execute(),
      () => set('2', 0, mine),
    )
    expect(answer.status).toBe(409)
    const both = await Promise.all([set('3', 1, mine), set('4', 1, mine)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await totals(mine.reader)).version).toBe(2)
  })
})

test('the open amounts for the overview are those of details not yet written off', async () => {
  const { db } = app.services
  const plain = await recount(app.databaseUrl, world.projectId, 'write_off_id is null')
  const total = await openTotal(world.projectId).execute(db)
  expect(yuan(total.rows[0]?.amount ?? 0n)).toBe(yuan(sum(plain.map(({ amount }) => BigInt(amount)))))
  const { rows } = await sql<{ subject_id: bigint; amount: bigint }>`
    select s.key as subject_id, sum(s.amount) as amount from ${keptSums(world.projectId, ['petty_cash_open'])} group by 1`.execute(
    db,
  )
  const bySubject = await ask<{ subject_id: string; amount: string }>(
    app.databaseUrl,
    `select subject_id::text, sum(pay_amount)::text as amount from petty_cash
     where project_id = ${world.projectId} and write_off_id is null group by 1`,
  )
  expect(new Map(rows.map((row) => [String(row.subject_id), row.amount]))).toEqual(
    new Map(bySubject.map((row) => [row.subject_id, BigInt(row.amount)])),
  )
  expect(sum(rows.map(({ amount }) => amount))).toBe(
    fenOf(yuan(sum(plain.map(({ amount }) => BigInt(amount))))),
  )
})
