import { addDays, today, weekRange } from '@pianzhang/contract/calendar'
import { yuan } from '@pianzhang/contract/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasWrongRests, refreshRests } from '../../../src/features/payables/stored-instalments.ts'
import { seeded } from '../../../src/start/demo/random.ts'
import { expectSumsTrue } from '../../books/payments/sums.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { ask } from '../../harness/recount.ts'
import { done, type PlanWorld, planWorld } from './helpers.ts'
import { bucketIn, byDue, fen, type Recounted, type Row, recount } from './recount.ts'

/** Eight connections write at random; every rest and status must come to a recount that shares neither SQL nor functions with the product. */
const WRITES = Number(process.env.WRITES ?? 10_000)
const CONNECTIONS = 8
const OUT = 20
const INCOME = 6
const PARTIES = ['甲公司', '乙公司', '丙公司', '丁公司']

let app: TestApp
let world: PlanWorld
beforeAll(async () => {
  app = await startTestApp()
  world = await planWorld(app)
})
afterAll(() => app.close())

/** The whole list of one direction, page after page. */
async function wholeList(query: object) {
  const items: Row[] = []
  for (let page = 1; ; page += 1) {
    const { data } = done(await world.clerk.get('/payables', { ...query, page, per_page: 50 }))
    items.push(...data.items)
    if (data.items.length === 0 || items.length >= data.listTotal) return { ...data, items }
  }
}

async function agree() {
  const day = today(app.services.clock())
  const { found, unscheduled } = await recount(app, world.projectId, day)
  for (const direction of ['out', 'in'] as const) {
    const open = found.filter(({ rest, incoming }) => rest > 0n && incoming === (direction === 'in'))
    const list = await wholeList({ direction })
    const shown = (rows: { code?: string | null; paid: string; rest: string; status?: string | null }[]) =>
      rows.map(({ code, paid, rest, status }) => `${code} ${paid} ${rest} ${status}`).sort()
    expect(
      shown(
        list.items.map((row: Row) => ({
          code: row.code,
          paid: row.paid_yuan ?? '',
          rest: row.rest_yuan ?? '',
          status: row.status,
        })),
      ),
    ).toEqual(shown(open.map((row) => ({ ...row, paid: yuan(row.paid), rest: yuan(row.rest) }))))
    const dues = list.items.map(({ due_at }: Row) => due_at ?? null)
    expect(dues).toEqual(dues.toSorted(byDue))
    const total = open.reduce((sum, { rest }) => sum + rest, 0n)
    expect([list.listTotal, list.total_yuan]).toEqual([open.length, yuan(total)])
    expect(list.unscheduled_yuan).toBe(yuan(unscheduled[direction]))
    for (const { bucket, count, rest_yuan } of list.buckets) {
      const own = open.filter(({ due }) => bucketIn(due, day) === bucket)
      expect([bucket, count, rest_yuan]).toEqual([
        bucket,
        own.length,
        yuan(own.reduce((sum, { rest }) => sum + rest, 0n)),
      ])
    }
    const parties = new Map<string, bigint>()
    for (const { payee, rest } of open) parties.set(payee, (parties.get(payee) ?? 0n) + rest)
    const { data } = await world.clerk.get('/payables', { direction, order: 'payee', per_page: 100 })
    for (const { payee, rest_yuan } of data.groups)
      expect([payee, rest_yuan]).toEqual([payee, yuan(parties.get(payee) ?? 0n)])
  }
  for (const contract of new Set(found.map((row) => row.contract))) {
    const plan = found.filter((row) => row.contract === contract).sort((a, b) => a.seq - b.seq)
    expect(await world.paid(contract)).toEqual(
      plan.map(({ paid, rest, status }) => [yuan(paid), yuan(rest), status]),
    )
  }
  await forecastAgrees((await recount(app, world.projectId, day, true)).found, day)
  expect(await hasWrongRests(app.services.db, world.projectId)).toBe(false)
  await expectSumsTrue(app.services.db, world.projectId)
}

async function forecastAgrees(found: readonly Recounted[], day: string) {
  const { data } = done(await world.clerk.get('/payables/forecast', { weeks: 6, overdue_in: '1' }))
  const { data: overview } = done(await world.clerk.get('/projects/dashboard/amount'))
  const posted = await ask<{ amount: string }>(
    app.databaseUrl,
    `select coalesce(sum(pay_amount), 0)::text as amount from petty_cash where project_id = $1 and write_off_id is not null`,
    [String(world.projectId)],
  )
  let balance =
    fen(overview.investment_execution_total_amount) -
    (fen(overview.cost_execution_total_amount) - fen(posted[0]?.amount)) -
    fen(overview.imprest_total_amount)
  expect(data.balance_yuan).toBe(yuan(balance))
  const [monday] = weekRange(day)
  for (const [index, week] of data.items.entries()) {
    const first = addDays(monday, 7 * index)
    const due = (incoming: boolean) =>
      found
        .filter((row) => row.incoming === incoming && row.due !== null && row.due <= addDays(first, 6))
        .filter((row) => index === 0 || (row.due ?? '') >= first)
        .reduce((sum, { rest }) => sum + rest, 0n)
    balance += due(true) - due(false)
    expect(week).toEqual({
      start_at: first,
      end_at: addDays(first, 6),
      in_yuan: yuan(due(true)),
      out_yuan: yuan(due(false)),
      balance_yuan: yuan(balance),
    })
  }
}

test(`${WRITES} random writes by ${CONNECTIONS} connections: rests, statuses, sums and the forecast agree with a recount`, async () => {
  const outs: string[] = []
  const incomes: string[] = []
  const plans = new Map<string, string[]>()
  for (let index = 0; index < OUT + INCOME; index += 1) {
    const incoming = index >= OUT
    const code = await world.contract(String(3_000 + index * 777), {
      category: incoming ? 3 + (index % 2) : index % 3,
      customer: PARTIES[index % PARTIES.length] ?? '',
    })
    ;(incoming ? incomes : outs).push(code)
  }
  const planItems = (random: ReturnType<typeof seeded>, incoming: boolean, old: readonly string[]) =>
    Array.from({ length: random.int(0, 5) }, (_, index) => {
      const milestone = random.chance(0.25)
      const byPercent = random.chance(0.4)
      return {
        // Some are kept, some are new, the others are deleted: refused where lines name them.
        code: random.chance(0.7) ? (old[index] ?? null) : null,
        title: `第${index + 1}期`,
        kind: milestone ? 'milestone' : 'date',
        due_at: milestone ? null : world.day(random.int(-20, 50)),
        percent: byPercent ? String(random.int(1, 20)) : null,
        amount: byPercent ? null : (random.int(1, 60_000) / 100).toFixed(2),
        ...(!incoming && { subject_code: world.subject, pay_category_id: world.category }),
      }
    })
  await app.services.db
    .insertInto('attachments')
    .values({
      project_id: world.projectId,
      code: 'voucher-of-recount',
      creator_id: world.admin.userId,
      created_at: new Date(),
      file_name: '凭证.png',
      file_size: 10n,
      kind: 'png',
      storage_key: 'voucher-of-recount',
      has_thumb: true,
      token_id: 'voucher-of-recount',
    })
    .execute()
  let written = 0
  const codes: Record<string, number> = {}
  const worker = async (seed: number) => {
    const random = seeded(seed)
    const { int, pick, chance } = random
    const own: string[] = []
    const receipts: string[] = []
    const line = () => {
      const contract = pick(outs)
      const named = pick(plans.get(contract) ?? [''])
      const amount = chance(0.2) ? -int(1, 40_000) : int(1, 60_000)
      return world.line((amount / 100).toFixed(2), {
        contract_code: chance(0.9) ? contract : null,
        instalment_code: chance(0.5) && named ? named : null,
      })
    }
    const payment = () => ({
      pay_at: world.day(0),
      payer: '某某公司',
      cost_execution_details: Array.from({ length: int(1, 3) }, line),
    })
    const savePlan = async (contract: string, incoming: boolean) => {
      const answer = await world.savePlan(contract, planItems(random, incoming, plans.get(contract) ?? []))
      if (answer.code === 0)
        plans.set(
          contract,
          answer.data.items.map(({ code }: { code: string }) => code),
        )
      return answer
    }
    const reach = async () => {
      const contract = pick(outs)
      const { data } = await world.clerk.get(`/contracts/${contract}/instalments`)
      const milestone = data.items.find(({ kind }: Row) => kind === 'milestone')
      if (!milestone) return undefined
      const reached = milestone.reached_at === null
      return await world.clerk.post(`/contracts/${contract}/instalments/${milestone.code}/reached`, {
        reached,
        due_at: reached ? world.day(int(-5, 40)) : null,
        version: milestone.version,
      })
    }
    const pay = async () => {
      const { data } = await world.clerk.get('/payables', { per_page: 50, page: int(1, 2) })
      const some = data.items.filter(() => chance(0.1)).slice(0, 4)
      if (some.length === 0) return undefined
      return await world.clerk.post('/payables/pay', {
        items: some.map(({ code, version, rest_yuan }: Row) => ({ code, version, rest: rest_yuan })),
        pay_at: world.day(0),
        pay_channel: '2',
      })
    }
    const look = async () => {
      // In every answer the buckets come to the total, whatever is written meanwhile.
      const answer = await world.clerk.get('/payables', {
        direction: chance(0.8) ? 'out' : 'in',
        per_page: 100,
      })
      const { buckets, total_yuan, listTotal, items } = done(answer).data
      expect(yuan(buckets.reduce((sum: bigint, one: Row) => sum + fen(one.rest_yuan), 0n))).toBe(total_yuan)
      if (listTotal <= 100)
        expect([
          items.length,
          yuan(items.reduce((sum: bigint, one: Row) => sum + fen(one.rest_yuan), 0n)),
        ]).toEqual([listTotal, total_yuan])
      return answer
    }
    const amend = async () => {
      const contract = pick([...outs, ...incomes])
      const { data } = await world.clerk.get(`/contracts/${contract}`)
      return await world.clerk.put(`/contracts/${contract}`, {
        out_code: data.out_code,
        customer: chance(0.2) ? pick(PARTIES) : data.customer,
        category: data.category?.category_code,
        amount: (int(200_000, 2_500_000) / 100).toFixed(2),
        version: data.version,
      })
    }
    const write = async (): Promise<{ code: number; data: { code?: string } } | undefined> => {
      const choice = int(1, 100)
      if (choice <= 30 || own.length === 0) {
        const answer = await world.clerk.post('/cost_executions', payment())
        if (answer.code === 0) own.push(answer.data.code)
        return answer
      }
      if (choice <= 45) {
        const code = pick(own)
        const { data } = await world.clerk.get(`/cost_executions/${code}`)
        const kept = (data.cost_execution_details ?? []).filter(() => chance(0.6))
        return await world.clerk.put(`/cost_executions/${code}`, {
          ...payment(),
          cost_execution_details: [
            line(),
            ...kept.map((old: { code: string; contract: { code: string } | null }) => {
              // Without the field a line keeps what it names, as long as it keeps its contract.
              const { instalment_code: _, ...rest } = line() as Record<string, unknown>
              return { ...rest, code: old.code, contract_code: old.contract?.code ?? null }
            }),
          ],
        })
      }
      if (choice <= 55)
        return await world.clerk.delete(`/cost_executions/${own.splice(int(0, own.length - 1), 1)[0]}`)
      if (choice <= 64) return await savePlan(pick(outs), false)
      if (choice <= 66) return await savePlan(pick(incomes), true)
      if (choice <= 72) return await reach()
      if (choice <= 78) return await pay()
      if (choice <= 82) return await amend()
      if (choice <= 84)
        return await world.admin.put(`/contracts/${pick(outs)}/settlement`, {
          settled: chance(0.4),
          reason: '结清',
        })
      if (choice <= 86)
        return await world.clerk.post(`/contracts/${pick(outs)}/binding`, {
          supplement_contract_code: pick(outs),
        })
      if (choice <= 87) return await world.clerk.delete(`/contracts/${pick(outs)}/binding`)
      if (choice <= 91) {
        if (receipts.length > 2 && chance(0.5))
          return await world.clerk.delete(`/investment_executions/${receipts.pop()}`)
        try {
          receipts.push(await world.receive(pick(incomes), (int(1, 90_000) / 100).toFixed(2)))
        } catch {
          return undefined
        }
        return undefined
      }
      if (choice <= 93)
        return await world.clerk.post('/imprests', {
          pay_at: world.day(0),
          payer: '某某',
          subject_three_code: world.subject,
          pay_channel: '1',
          pay_amount: '12.34',
          contract_code: pick(outs),
          voucher_category: '1',
          face_tax_rate: '6%',
          voucher_attachment_codes: ['voucher-of-recount'],
        })
      if (choice === 94) return await world.clerk.post('/imprests/write_offs', {})
      return await look()
    }
    while (written < WRITES) {
      written += 1
      const answer = await write()
      if (answer) codes[answer.code] = (codes[answer.code] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, seed) => worker(seed + 1)))
  expect(codes[0]).toBeGreaterThan(WRITES / 2)
  expect(Object.keys(codes).filter((code) => !['0', '404', '409', '422', '503'].includes(code))).toEqual([])
  await agree()
  await sql`select fold_sum_changes(${world.projectId})`.execute(app.services.db)
  await agree()
  await refreshRests(app.services.db, world.projectId)
  await agree()
})
