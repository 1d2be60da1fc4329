import { yuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasWrongCommitments } from '../../../src/base/contracts/commitments.ts'
import { seeded } from '../../../src/start/demo/random.ts'
import { expectSumsTrue } from '../../books/payments/sums.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { ask } from '../../harness/recount.ts'
import { type ReportWorld, reportWorld } from './helpers.ts'

/** Eight connections write at random; the report must come to a recount that shares no SQL with the product. */
const WRITES = Number(process.env.WRITES ?? 10_000)
const CONNECTIONS = 8
const SUBJECTS = ['24000101', '24000102', '24000103', '10000101', '99000101']
const CONTRACTS = 24
const VOUCHER = 'voucher-of-recount'

let app: TestApp
let world: ReportWorld
beforeAll(async () => {
  app = await startTestApp()
  world = await reportWorld(app)
})
afterAll(() => app.close())

type Row = Record<string, string>
const rowsOf = (columns: string, table: string) =>
  ask<Row>(app.databaseUrl, `select ${columns} from ${table} where project_id = $1`, [
    String(world.projectId),
  ])

/** Commitments by subject number (`-`: not allocated), the sum of R, and costs by subject number, from the plain tables. */
async function recount() {
  const subjects = new Map(
    (await rowsOf('id::text, out_code', 'subjects')).map((row) => [row.id, row.out_code ?? '']),
  )
  const contracts = await rowsOf(
    'id::text, amount::text, category::text, settled_at::text as settled',
    'contracts',
  )
  const mainOf = new Map(
    (await rowsOf('contract_id::text as id, main_id::text as main', 'contract_supplements')).map((row) => [
      row.id,
      row.main,
    ]),
  )
  const shares = await rowsOf(
    'contract_id::text as contract, subject_id::text as subject, amount::text',
    'contract_allocations',
  )
  const lines = await rowsOf(
    'contract_id::text as contract, subject_id::text as subject, pay_amount::text as amount',
    'payment_lines',
  )
  const settled = new Map(contracts.map((row) => [row.id, row.settled !== null]))
  const pairs = new Map<string, { due: bigint; allocated: Map<string, bigint>; paid: Map<string, bigint> }>()
  const pairOf = (contract: string | undefined) => {
    const main = mainOf.get(contract) ?? contract ?? ''
    return settled.get(main) ? undefined : pairs.get(main)
  }
  for (const { id = '' } of contracts) {
    const main = mainOf.get(id) ?? id
    if (!pairs.has(main)) pairs.set(main, { due: 0n, allocated: new Map(), paid: new Map() })
  }
  for (const { id, amount } of contracts) {
    const pair = pairOf(id)
    if (pair) pair.due += BigInt(amount ?? '')
  }
  const add = (to: Map<string, bigint>, key: string, amount: bigint) =>
    to.set(key, (to.get(key) ?? 0n) + amount)
  const spent = new Map<string, bigint>()
  const petty = await rowsOf(
    'contract_id::text as contract, subject_id::text as subject, pay_amount::text as amount, write_off_id::text as off',
    'petty_cash',
  )
  for (const { contract, subject = '', amount = '' } of shares) {
    const pair = pairOf(contract)
    if (pair) add(pair.allocated, subjects.get(subject) ?? '', BigInt(amount))
  }
  // What was written off is a payment; what is open is paid on its contract all the same.
  for (const { contract, subject = '', amount = '' } of [
    ...lines,
    ...petty.filter(({ off }) => off === null),
  ]) {
    add(spent, subjects.get(subject) ?? '', BigInt(amount))
    const pair = contract === null ? undefined : pairOf(contract)
    if (!pair) continue
    pair.due -= BigInt(amount)
    add(pair.paid, subjects.get(subject) ?? '', BigInt(amount))
  }
  const found = new Map<string, bigint>()
  let due = 0n
  for (const pair of pairs.values()) {
    const rest = pair.due > 0n ? pair.due : 0n
    due += rest
    const parts = [...pair.allocated]
      .map(([number, amount]): [string, bigint] => [number, amount - (pair.paid.get(number) ?? 0n)])
      .filter(([, amount]) => amount > 0n)
      .sort(([a, x], [b, y]) => (x < y ? 1 : x > y ? -1 : a < b ? -1 : 1))
    let excess = parts.reduce((sum, [, amount]) => sum + amount, 0n) - rest
    if (excess < 0n) add(found, '-', -excess)
    for (const [number, amount] of parts) {
      const off = excess <= 0n ? 0n : excess < amount ? excess : amount
      excess -= off
      add(found, number, amount - off)
    }
  }
  return { found, due, spent }
}

test(`${WRITES} random writes by ${CONNECTIONS} connections: each row, the totals and what is kept agree with a recount`, async () => {
  const contracts: string[] = []
  for (let index = 0; index < CONTRACTS; index += 1)
    contracts.push(await world.contract(String(1_000 + index * 777)))
  for (const number of SUBJECTS) await world.budget(number, '20000')
  await app.services.db
    .insertInto('attachments')
    .values({
      ...{ project_id: world.projectId, creator_id: world.admin.userId, created_at: new Date() },
      ...{ code: VOUCHER, storage_key: VOUCHER, token_id: VOUCHER },
      ...{ file_name: '凭证.png', file_size: 10n, kind: 'png', has_thumb: true },
    })
    .execute()
  /** Another amount of a contract. */
  const amend = async (contract: string, amount: number) => {
    const { data } = await world.clerk.get(`/contracts/${contract}`)
    return await world.clerk.put(`/contracts/${contract}`, {
      ...{ out_code: data.out_code, customer: data.customer, category: data.category?.category_code },
      ...{ amount: `${amount}.00`, version: data.version },
    })
  }
  let written = 0
  let writtenOff = 0
  const codes: Record<string, number> = {}
  const worker = async (seed: number) => {
    const { int, pick } = seeded(seed)
    const random = () => int(0, 999_999) / 1_000_000
    const own: string[] = []
    const amount = () => (Math.floor(random() * 90_000) / 100 - (random() < 0.15 ? 600 : 0)).toFixed(2)
    while (written < WRITES) {
      written += 1
      const choice = random()
      const contract = pick(contracts)
      const body = () => ({
        pay_at: '2026-11-01',
        payer: '某某公司',
        cost_execution_details: [1, 2].slice(0, 1 + Math.floor(random() * 2)).map(() => ({
          subject_three_code: world.subject(pick(SUBJECTS)),
          pay_channel: '2',
          pay_category_id: types[0],
          pay_amount: amount() === '0.00' ? '1.00' : amount(),
          contract_code: random() < 0.8 ? contract : null,
        })),
      })
      const answer = await (choice < 0.45 || own.length === 0
        ? world.clerk.post('/cost_executions', body())
        : choice < 0.6
          ? world.clerk.put(`/cost_executions/${pick(own)}`, body())
          : choice < 0.7
            ? world.clerk.delete(`/cost_executions/${own.splice(Math.floor(random() * own.length), 1)[0]}`)
            : choice < 0.8
              ? world.clerk.put(`/contracts/${contract}/allocations`, {
                  items: SUBJECTS.filter(() => random() < 0.5).map((number) => ({
                    subject_code: world.subject(number),
                    amount: (1 + Math.floor(random() * 400)).toFixed(2),
                  })),
                })
              : choice < 0.86
                ? world.clerk.post(`/contracts/${contract}/binding`, {
                    supplement_contract_code: pick(contracts),
                  })
                : choice < 0.9
                  ? world.clerk.delete(`/contracts/${contract}/binding`)
                  : choice < 0.94
                    ? world.clerk.put(`/contracts/${contract}/settlement`, {
                        settled: random() < 0.5,
                        reason: '结清',
                      })
                    : choice < 0.97
                      ? world.clerk.post('/imprests', {
                          pay_at: '2026-11-01',
                          payer: '某某',
                          subject_three_code: world.subject(pick(SUBJECTS)),
                          pay_channel: '1',
                          pay_amount: '12.34',
                          contract_code: contract,
                          voucher_category: '1',
                          face_tax_rate: '6%',
                          voucher_attachment_codes: [VOUCHER],
                        })
                      : choice < 0.98
                        ? world.clerk.post('/imprests/write_offs', {})
                        : choice < 0.985
                          ? amend(contract, 500 + int(0, 20_000))
                          : world.clerk.get('/cost_report'))
      codes[answer.code] = (codes[answer.code] ?? 0) + 1
      if (choice < 0.45 && answer.code === 0) own.push(answer.data.code)
      if (choice < 0.98 && choice >= 0.97 && answer.code === 0) writtenOff += 1
      if (choice >= 0.985) {
        // In every answer the rows add up to the totals, whatever is written meanwhile.
        const { total, unallocated, items } = answer.data
        const sum = (name: string) =>
          items.reduce((all: bigint, row: Row) => all + BigInt((row[name] ?? '').replace('.', '')), 0n) +
          BigInt(unallocated[name].replace('.', ''))
        for (const name of ['budget_yuan', 'spent_yuan', 'committed_yuan', 'etc_yuan', 'efc_yuan'])
          expect([name, sum(name)]).toEqual([name, BigInt(total[name].replace('.', ''))])
      }
    }
  }
  const types = (
    await ask<{ id: string }>(
      app.databaseUrl,
      'select id::text from payment_types where project_id = $1 order by id',
      [String(world.projectId)],
    )
  ).map(({ id }) => id)
  const agree = async () => {
    const { found, due, spent } = await recount()
    expect((await world.row('+'))?.committed).toBe(yuan(due))
    for (const number of [...SUBJECTS, '-'])
      expect([number, (await world.row(number))?.committed ?? '0.00']).toEqual([
        number,
        yuan(found.get(number) ?? 0n),
      ])
    for (const number of SUBJECTS)
      expect([number, (await world.row(number))?.spent ?? '0.00']).toEqual([
        number,
        yuan(spent.get(number) ?? 0n),
      ])
    expect(await hasWrongCommitments(app.services.db, world.projectId)).toBe(false)
    await expectSumsTrue(app.services.db, world.projectId)
    const { data } = await world.admin.get('/projects/dashboard/amount')
    const cost = (text: string) => BigInt(text.replace('.', ''))
    expect((await world.row('+'))?.spent).toBe(
      yuan(cost(data.cost_execution_total_amount) + cost(data.imprest_open_amount)),
    )
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, seed) => worker(seed + 1)))
  expect(codes[0]).toBeGreaterThan(WRITES / 2)
  expect(writtenOff).toBeGreaterThan(WRITES / 1_000)
  expect(Object.keys(codes).filter((code) => !['0', '404', '409', '422', '503'].includes(code))).toEqual([])
  await agree()
  await sql`select fold_sum_changes(${world.projectId})`.execute(app.services.db)
  await agree()
})
