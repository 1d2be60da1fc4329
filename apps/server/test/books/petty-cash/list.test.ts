import { sum, yuan } from '@pianzhang/contract/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { addVaried, recount as recountOf } from './details.ts'
import { type PettyCashWorld, pettyCashWorld } from './helpers.ts'

const PATH = '/imprests'
let app: TestApp
let world: PettyCashWorld
let other: PettyCashWorld

/** A query of the list, and the same filter as plain SQL on details `e`, subjects `s` and contracts `k`. */
let filters: [Record<string, unknown>, string][]
const PICTURES = `(select count(*) from petty_cash_attachments l where l.project_id = e.project_id and l.petty_cash_id = e.id)`

beforeAll(async () => {
  app = await workerApp()
  world = await pettyCashWorld(app)
  other = await pettyCashWorld(app)
  await other.add({ payer: '别的项目', remark: '50%_\\' })
  const contract = await addVaried(world)
  const lacking = `(voucher_category is null or face_tax_rate is null or ${PICTURES} = 0)`
  filters = [
    [{}, 'true'],
    [{ keywords: '某' }, "payer like '%某%'"],
    [{ keywords: 'ocean' }, "payer = 'Ocean Zhang'"],
    [{ keywords: 'taxi' }, "remark <> ''"],
    [{ keywords: '%_' }, "payer = '50%_\\' or remark <> ''"],
    [{ keywords: '制片(张' }, "payer = '生活制片（张）'"],
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

const recount = (where: string, order?: string) => recountOf(app.databaseUrl, world.projectId, where, order)
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
