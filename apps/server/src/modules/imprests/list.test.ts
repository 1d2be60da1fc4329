import { fenOf, sum, yuan } from '@pianzhang/contract/money'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/harness.ts'
import { overlap } from '../../testing/overlap.ts'
import { ask } from '../../testing/recount.ts'
import { auditsOf } from '../cost-executions/testing.ts'
import { openBySubject, openTotal } from './sums.ts'
import { type ImprestWorld, imprestWorld } from './testing.ts'

const PATH = '/imprests'
let app: TestApp
let world: ImprestWorld
let other: ImprestWorld

/** A query of the list, and the same filter as plain SQL on details `e`, subjects `s` and contracts `k`. */
let filters: [Record<string, unknown>, string][]
const PICTURES = `(select count(*) from imprest_attachments l where l.project_id = e.project_id and l.imprest_id = e.id)`

beforeAll(async () => {
  app = await startTestApp()
  world = await imprestWorld(app)
  other = await imprestWorld(app)
  await other.add({ payer: '别的项目', remark: '50%_\\' })
  const contracts = [null, await world.contract('ZF-1'), null, await world.contract('ZF-2', '0')]
  const [, contract] = contracts
  const numbers = ['24000101', '24000102', '24000201', '99000101', '99000102']
  const payers = ['王某某', '李某某', '生活制片（张）', 'Ocean Zhang', '50%_\\']
  const written: string[] = []
  for (let index = 0; index < 48; index += 1) {
    const complete = index % 6 === 0
    const { code } = await world.add({
      pay_at: `2026-0${1 + (index % 9)}-${10 + (index % 3)}`,
      payer: payers[index % payers.length],
      post: index % 7 === 0 ? '道具组' : '',
      summary: index % 8 === 0 ? `第${index}批道具` : '盒饭',
      subject_three_code: world.subject(numbers[(index * 7) % numbers.length] ?? ''),
      pay_amount: yuan(BigInt(index % 5 === 0 ? -1 : 1) * BigInt(1 + index * index * 1_003)),
      pay_channel: String(1 + (index % 9)),
      voucher_category: complete ? 4 : index % 4 === 0 ? null : 1 + (index % 16),
      face_tax_rate: complete ? '6' : (['3%', null, '免税'][index % 3] ?? null),
      contract_code: contracts[index % contracts.length],
      voucher_attachment_codes: complete || index % 5 === 0 ? [await world.attachment()] : [],
      remark: index % 9 === 0 ? '100%_到账 Taxi' : '',
    })
    if (complete && index % 12 === 0) written.push(code)
  }
  await world.writeOff(...written)
  const lacking = `(voucher_category is null or face_tax_rate is null or ${PICTURES} = 0)`
  filters = [
    [{}, 'true'],
    [{ keywords: '某' }, "payer like '%某%'"],
    [{ keywords: 'ocean' }, "payer = 'Ocean Zhang'"],
    [{ keywords: 'taxi' }, "remark <> ''"],
    [{ keywords: '%_' }, "payer = '50%_\\' or remark <> ''"],
    [{ keywords: '道具' }, "post = '道具组' or summary like '%批道具'"],
    [{ keywords: 'byj202601' }, "e.code like 'BYJ202601%'"],
    [{ keywords: '0017' }, "e.code like '%0017%'"],
    [{ keywords: '没有' }, 'false'],
    [{ start_pay_at: '2026-03-11' }, "pay_at >= '2026-03-11'"],
    [{ end_pay_at: '2026-03-11' }, "pay_at <= '2026-03-11'"],
    [
      { start_pay_at: '2026-02-10', end_pay_at: '2026-02-12', keywords: '盒饭' },
      "pay_at between '2026-02-10' and '2026-02-12' and summary = '盒饭'",
    ],
    [{ payers: ['王某某', '王', '没有'] }, "payer = '王某某'"],
    [{ payers: '' }, 'true'],
    [{ subject_three_codes: world.subject('24000101') }, "s.out_code = '24000101'"],
    [{ subject_three_codes: world.subject('240001') }, "s.out_code like '240001%'"],
    [
      { subject_three_codes: [world.subject('2400'), world.subject('99000101'), 'x'] },
      "s.out_code like '2400%' or s.out_code = '99000101'",
    ],
    [{ subject_three_codes: other.subject('2400') }, 'false'],
    [{ pay_channels: ['1', '9', '77', 'x'] }, 'pay_channel in (1, 9)'],
    [{ voucher_categories: '0' }, 'voucher_category is null'],
    [{ voucher_categories: ['0', '4', 'x'] }, 'voucher_category is null or voucher_category = 4'],
    [{ voucher_categories: ['99'] }, 'false'],
    [{ face_tax_rates: ['6%', '免税', '六'] }, "face_tax_rate in ('6%', '免税')"],
    [{ related_system_contract: '1' }, 'contract_id is not null'],
    [{ related_system_contract: '0' }, 'true'],
    [{ related_system_contract: '' }, 'true'],
    [{ contract_code: contract }, "contract = 'ZF-1'"],
    [{ contract_code: 'no-such' }, 'false'],
    [{ lacking: '1' }, lacking],
    [{ lacking: '1', written_off: '1' }, 'false'],
    [{ lacking: 'voucher_category' }, 'voucher_category is null'],
    [{ lacking: 'face_tax_rate' }, 'face_tax_rate is null'],
    [{ lacking: 'voucher_attachments' }, `${PICTURES} = 0`],
    [{ written_off: '1' }, 'write_off_id is not null'],
    [{ written_off: '0', payers: '王某某' }, "write_off_id is null and payer = '王某某'"],
    [{ import_code: 'no-such' }, 'false'],
  ]
})
afterAll(() => app.close())

const FROM = `from imprests e join subjects s on s.project_id = e.project_id and s.id = e.subject_id
  left join (select project_id, id, out_code as contract from contracts) k on k.project_id = e.project_id and k.id = e.contract_id`
const recount = (where: string, order = 'e.pay_at desc, e.id desc') =>
  ask<{ code: string; amount: string }>(
    app.databaseUrl,
    `select e.code, e.pay_amount::text as amount ${FROM}
     where e.project_id = ${world.projectId} and (${where}) order by ${order}`,
  )
const codesOf = (data: { items: { code: string }[] }) => data.items.map(({ code }) => code)
const totalOf = (rows: { amount: string }[]) => yuan(sum(rows.map(({ amount }) => BigInt(amount))))

describe('the list', () => {
  test('finds what plain SQL finds, in order, with count and sum', async () => {
    for (const [query, where] of filters) {
      const plain = await recount(where)
      const { data } = await world.reader.get(PATH, { ...query, per_page: 1000 })
      const what = JSON.stringify(query)
      expect(codesOf(data), what).toEqual(plain.map(({ code }) => code))
      expect(data.listTotal, what).toBe(plain.length)
      expect(data.total, what).toBe(totalOf(plain))
    }
    // Every filter but those that match nothing must tell rows apart.
    const sizes = await Promise.all(filters.map(async ([, where]) => [where, (await recount(where)).length]))
    for (const [where, size] of sizes)
      if (where === 'true' || where === 'false') expect(size).toBe(where === 'true' ? 48 : 0)
      else expect(size, String(where)).toSatisfy((count: number) => count > 0 && count < 48)
  })

  test('refuses malformed filters', async () => {
    for (const [name, value] of [
      ['lacking', '2'],
      ['written_off', 'yes'],
      ['related_system_contract', '2'],
      ['start_pay_at', '2026-13-01'],
      ['pay_at_order', 'up'],
      ['voucher_categories', 'a\0'],
    ] as const) {
      const answer = await world.reader.get(PATH, { [name]: value })
      expect(answer.status, name).toBe(422)
      expect(answer.data.errors[0].field).toMatch(new RegExp(`^${name}`))
    }
  })

  test('pages without gaps in both orders; a page past the end is empty and has the sum', async () => {
    const oldest = await recount('true', 'e.pay_at, e.id')
    const found: string[] = []
    for (let page = 1; page <= 4; page += 1) {
      const answer = await world.reader.get(PATH, { page, per_page: 15, pay_at_order: 'asc' })
      expect(answer.headers).toMatchObject({ total: '48', page: String(page), 'per-page': '15' })
      found.push(...codesOf(answer.data))
    }
    expect(found).toEqual(oldest.map(({ code }) => code))
    const past = (await world.reader.get(PATH, { page: 9 })).data
    expect(past).toMatchObject({ items: [], listTotal: 48, total: totalOf(oldest) })
  })

  test('contains one project only', async () => {
    expect((await other.reader.get(PATH)).data).toMatchObject({ listTotal: 1, total: '100.00' })
  })
})

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
        expect(
          rows.map((row) => Number(row.at(-1)).toFixed(2)),
          what,
        ).toEqual(plain.map(([, amount]) => amount))
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
    const empty = (await imprestWorld(app)).reader
    expect(await chart('payer', {}, empty)).toEqual({ items: [], others: { quantity: 0, amount: '0.00' } })
    for (const name of ['voucher_category', 'subject_one', 'subject_two', 'subject_three'])
      expect(await chart(name, {}, empty)).toEqual({ items: [] })
  })

  test('of 230 payers answer the 200 largest and the sum of the others; the spreadsheet has all', async () => {
    const many = await imprestWorld(app)
    await many.add({ pay_amount: '5000' })
    await sql`insert into imprests (project_id, code, pay_at, payer, subject_id, pay_channel, pay_amount, creator_id, created_at, updated_at)
      select ${many.projectId}, 'many-' || n, '2026-11-21', '付款方' || n, e.subject_id, 1, n * 100, e.creator_id, now(), now()
      from imprests e, generate_series(1, 229) n where e.project_id = ${many.projectId}`.execute(
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
    expect((await readXlsx(file.rawPayload)).sheets[0]?.rows).toHaveLength(231)
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
    const mine = await imprestWorld(app)
    // The first time only the primary key stops the second.
    const answer = await overlap(
      app,
      (tx) =>
        tx
          .insertInto('imprest_amounts')
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
  const plain = await recount('write_off_id is null')
  const total = await openTotal(world.projectId).execute(db)
  expect(yuan(total.rows[0]?.amount ?? 0n)).toBe(totalOf(plain))
  const { rows } = await openBySubject(world.projectId).execute(db)
  const bySubject = await ask<{ subject_id: string; amount: string }>(
    app.databaseUrl,
    `select subject_id::text, sum(pay_amount)::text as amount from imprests
     where project_id = ${world.projectId} and write_off_id is null group by 1`,
  )
  expect(new Map(rows.map((row) => [String(row.subject_id), row.amount]))).toEqual(
    new Map(bySubject.map((row) => [row.subject_id, BigInt(row.amount)])),
  )
  expect(sum(rows.map(({ amount }) => amount))).toBe(fenOf(totalOf(plain)))
})
