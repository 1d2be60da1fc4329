import { bucketOf } from '@pianzhang/contract/payables'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasWrongRests, refreshRests } from '../../../src/modules/payables/kept.ts'
import { seeded } from '../../../src/operator/demo/random.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { ask } from '../../harness/recount.ts'
import { expectSumsTrue } from '../cost-executions/sums.ts'
import { done, type PlanWorld, planWorld } from './helpers.ts'

/** Eight connections write at random; lists and forecast must come to a recount that shares no SQL and no function with the product. */
const WRITES = Number(process.env.RANDOM_WRITES ?? 10_000)
const CONNECTIONS = 8
const CONTRACTS = 24
const PARTIES = ['甲公司', '乙公司', '丙公司']

let app: TestApp
let world: PlanWorld
beforeAll(async () => {
  app = await startTestApp()
  world = await planWorld(app)
})
afterAll(() => app.close())

type Row = Record<string, string | null>
type Plan = { id: string; code: string; contract: string; seq: string; due: string | null; amount: string }
const rowsOf = <T extends Row = Row>(columns: string, table: string) =>
  ask<T>(app.databaseUrl, `select ${columns} from ${table} where project_id = $1`, [String(world.projectId)])
const fen = (text: string | null | undefined) => BigInt((text ?? '0').replace('.', ''))
const least = (a: bigint, b: bigint) => (a < b ? a : b)

/**
 * What is left of each instalment by its code: fen by fen in the words of the specification. What lines name is paid first; what exceeds an
 * instalment and the rest of the contract's payments fill from the front, what is lacking is taken back from the end.
 */
async function recount() {
  const contracts = await rowsOf(
    'id::text, category::text, amount::text, customer, settled_at::text as settled',
    'contracts',
  )
  const plans = await rowsOf<Plan>(
    'id::text, code, contract_id::text as contract, seq::text, due_at::text as due, amount::text',
    'contract_instalments',
  )
  const lines = await rowsOf(
    'contract_id::text as contract, instalment_id::text as instalment, pay_amount::text as amount',
    'cost_execution_details',
  )
  const receipts = await rowsOf('contract_id::text as contract, amount::text', 'investment_executions')
  const found: { code: string; incoming: boolean; due: string | null; customer: string; rest: bigint }[] = []
  const unscheduled = { out: 0n, in: 0n }
  for (const contract of contracts) {
    const incoming = Number(contract.category) >= 3
    const own = plans
      .filter((one) => one.contract === contract.id)
      .map((one) => ({
        code: one.code,
        id: one.id,
        seq: one.seq,
        due: one.due,
        size: fen(one.amount),
        paid: 0n,
      }))
      .sort((a, b) => {
        const [x, y] = [a.due ?? '9999-99-99', b.due ?? '9999-99-99']
        return x === y ? Number(a.seq) - Number(b.seq) : x < y ? -1 : 1
      })
    if (own.length === 0 || contract.settled !== null) continue
    const paidBy = (incoming ? receipts : lines).filter((one) => one.contract === contract.id)
    let pool = 0n
    for (const one of own) {
      const named = paidBy
        .filter((line) => line.instalment !== undefined && line.instalment === one.id)
        .reduce((all, line) => all + fen(line.amount), 0n)
      one.paid = named < 0n ? 0n : least(named, one.size)
      pool += named - one.paid
    }
    for (const line of paidBy) if (!line.instalment) pool += fen(line.amount)
    for (const one of own)
      while (pool > 0n && one.paid < one.size) {
        const step = least(pool, one.size - one.paid)
        one.paid += step
        pool -= step
      }
    for (const one of own.toReversed())
      while (pool < 0n && one.paid > 0n) {
        const step = least(-pool, one.paid)
        one.paid -= step
        pool += step
      }
    const all = paidBy.reduce((sum, line) => sum + fen(line.amount), 0n)
    const left = fen(contract.amount) - all - own.reduce((sum, one) => sum + one.size - one.paid, 0n)
    if (left > 0n) unscheduled[incoming ? 'in' : 'out'] += left
    for (const { code, due, size, paid } of own)
      if (paid < size)
        found.push({
          code: code ?? '',
          incoming,
          due: due ?? null,
          customer: contract.customer ?? '',
          rest: size - paid,
        })
  }
  return { found, unscheduled }
}

const sumOf = (all: readonly { rest: bigint }[]) => all.reduce((sum, { rest }) => sum + rest, 0n)

async function agree() {
  const { found, unscheduled } = await recount()
  const today = world.day(0)
  for (const direction of ['out', 'in'] as const) {
    const own = found.filter(({ incoming }) => incoming === (direction === 'in'))
    const { data } = await world.clerk.get('/payables', { direction, per_page: 1000 })
    expect(
      Object.fromEntries(data.items.map((one: Record<string, string>) => [one.code, fen(one.rest_yuan)])),
    ).toEqual(Object.fromEntries(own.map(({ code, rest }) => [code, rest])))
    expect([data.listTotal, fen(data.total_yuan), fen(data.unscheduled_yuan)]).toEqual([
      own.length,
      sumOf(own),
      unscheduled[direction],
    ])
    for (const { bucket, count, rest_yuan } of data.buckets) {
      const inside = own.filter(({ due }) => bucketOf(due, today) === bucket)
      expect([bucket, count, fen(rest_yuan)]).toEqual([bucket, inside.length, sumOf(inside)])
    }
    for (const { payee, count, rest_yuan } of data.groups) {
      const inside = own.filter(({ customer }) => customer === payee)
      expect([payee, count, fen(rest_yuan)]).toEqual([payee, inside.length, sumOf(inside)])
    }
  }
  const { data: overview } = await world.clerk.get('/projects/dashboard/amount')
  const { data } = await world.clerk.get('/payables/forecast', { weeks: 52 })
  expect(fen(data.balance_yuan)).toBe(
    fen(overview.investment_execution_total_amount) - fen(overview.cost_execution_total_amount),
  )
  let balance = fen(data.balance_yuan)
  for (const week of data.items) {
    const due = (incoming: boolean) =>
      sumOf(
        found.filter(
          (one) =>
            one.incoming === incoming &&
            one.due !== null &&
            one.due <= week.end_at &&
            (week === data.items[0] || one.due >= week.start_at),
        ),
      )
    balance += due(true) - due(false)
    expect([week.start_at, fen(week.in_yuan), fen(week.out_yuan), fen(week.balance_yuan)]).toEqual([
      week.start_at,
      due(true),
      due(false),
      balance,
    ])
  }
  expect(await hasWrongRests(app.services.db, world.projectId)).toBe(false)
  await expectSumsTrue(app.services.db, world.projectId)
}

test(`${WRITES} random writes by ${CONNECTIONS} connections: rests, sums and forecast agree with a recount`, async () => {
  const contracts: { code: string; incoming: boolean; number: string }[] = []
  for (let index = 0; index < CONTRACTS; index += 1) {
    const incoming = index % 6 === 5
    const code = await world.contract(String(2_000 + index * 500), {
      category: incoming ? 3 : index % 3,
      customer: PARTIES[index % 3] ?? '',
    })
    contracts.push({ code, incoming, number: `HT-${index + 1}` })
  }
  let written = 0
  const codes: Record<string, number> = {}
  const worker = async (seed: number) => {
    const { int, pick } = seeded(seed)
    const random = () => int(0, 999_999) / 1_000_000
    const own: string[] = []
    const receipts: string[] = []
    const amount = () => (int(1, 60_000) / 100 - (random() < 0.2 ? 601 : 0)).toFixed(2)
    const planOf = async (contract: string): Promise<Record<string, string>[]> =>
      (await world.clerk.get(`/contracts/${contract}/instalments`)).data.items
    while (written < WRITES) {
      written += 1
      const choice = random()
      const { code: contract, incoming, number } = pick(contracts)
      const paying = incoming ? contracts[0]?.code : contract
      const plan = random() < 0.5 && paying ? await planOf(paying) : []
      const body = () => ({
        pay_at: world.day(0),
        payer: '某某公司',
        cost_execution_details: [1, 2, 3].slice(0, int(1, 3)).map(() =>
          world.line(amount() === '0.00' ? '1.00' : amount(), {
            contract_code: random() < 0.85 ? paying : null,
            ...(plan.length > 0 && { contract_code: paying, instalment_code: pick(plan).code }),
          }),
        ),
      })
      const write = async () => {
        if (choice < 0.35 || own.length === 0) return await world.clerk.post('/cost_executions', body())
        if (choice < 0.5) return await world.clerk.put(`/cost_executions/${pick(own)}`, body())
        if (choice < 0.6)
          return await world.clerk.delete(`/cost_executions/${own.splice(int(0, own.length - 1), 1)[0]}`)
        if (choice < 0.75) {
          const old = await planOf(contract)
          const items = old
            .filter(() => random() < 0.8)
            .concat(Array.from({ length: int(0, 3) }, () => ({})))
            .map(({ code, reached_at, due_at, kind }) => {
              const milestone = code ? kind === 'milestone' : random() < 0.3
              return {
                ...(code && { code }),
                title: '期次',
                kind: milestone ? 'milestone' : 'date',
                due_at: milestone ? (reached_at ? due_at : null) : world.day(int(-20, 60)),
                ...(random() < 0.3
                  ? { percent: String(int(1, 20)) }
                  : { amount: (int(1, 90_000) / 100).toFixed(2) }),
                ...(!incoming && { subject_code: world.subject, pay_category_id: world.category }),
              }
            })
          return await world.clerk.put(`/contracts/${contract}/instalments`, { items })
        }
        if (choice < 0.8) {
          const milestone = (await planOf(contract)).find(({ kind }) => kind === 'milestone')
          return await world.clerk.post(
            `/contracts/${contract}/instalments/${milestone?.code ?? 'none'}/reached`,
            {
              reached: random() < 0.7,
              due_at: world.day(int(-5, 40)),
            },
          )
        }
        if (choice < 0.85) {
          const { data } = await world.clerk.get('/payables', { per_page: 20 })
          const chosen = data.items.slice(0, int(1, 3)) as Record<string, string>[]
          return await world.clerk.post('/payables/pay', {
            items: chosen.map(({ code, version, rest_yuan }) => ({ code, version, rest: rest_yuan })),
            pay_at: world.day(0),
            pay_channel: 2,
          })
        }
        if (choice < 0.9)
          return receipts.length > 3 && random() < 0.5
            ? await world.clerk.delete(`/investment_executions/${receipts.pop()}`)
            : await world.clerk.post('/investment_executions', {
                investment_at: world.day(0),
                investor: '某某影业',
                investment_category_id: investment,
                amount: (int(1, 90_000) / 100).toFixed(2),
                contract_code: pick(contracts.filter((one) => one.incoming)).code,
              })
        if (choice < 0.93)
          return await world.clerk.put(`/contracts/${contract}`, {
            out_code: number,
            customer: pick(PARTIES),
            category: incoming ? 3 : 2,
            amount: String(int(1_500, 20_000)),
          })
        if (choice < 0.95)
          return await world.clerk.put(`/contracts/${contract}/settlement`, {
            settled: random() < 0.3,
            reason: '结清',
          })
        if (choice < 0.97) {
          await refreshRests(app.services.db, world.projectId)
          return await world.clerk.get('/payables/forecast')
        }
        return await world.clerk.get('/payables', { per_page: 1000 })
      }
      const answer = await write()
      codes[answer.code] = (codes[answer.code] ?? 0) + 1
      if (choice < 0.35 && answer.code === 0) own.push(answer.data.code)
      if (answer.code === 0 && answer.data.investor) receipts.push(answer.data.code)
      if (answer.code === 0 && answer.data.buckets) {
        // In every answer rows and buckets add up to the totals, whatever is written meanwhile.
        const { items, buckets, groups, total_yuan } = answer.data
        for (const part of [items, buckets, groups])
          expect(
            part.reduce((sum: bigint, one: Record<string, string>) => sum + fen(one.rest_yuan), 0n),
          ).toBe(fen(total_yuan))
      }
    }
  }
  const investment = (
    await ask<{ id: string }>(
      app.databaseUrl,
      'select min(id)::text as id from investment_categories where project_id = $1',
      [String(world.projectId)],
    )
  )[0]?.id
  for (const { code } of contracts.slice(0, 3))
    done(await world.savePlan(code, [{ amount: '500' }, { amount: '700', due_at: world.day(20) }]))
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, seed) => worker(seed + 1)))
  expect(codes[0]).toBeGreaterThan(WRITES / 2)
  expect(Object.keys(codes).filter((code) => !['0', '404', '409', '422', '503'].includes(code))).toEqual([])
  await agree()
  await sql`select fold_sum_changes(${world.projectId})`.execute(app.services.db)
  await agree()
  await refreshRests(app.services.db, world.projectId)
  await agree()
})
