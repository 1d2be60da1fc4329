import { MAX_CHART_ITEMS } from '@pianzhang/contract/dashboard'
import { sum, yuan } from '@pianzhang/contract/money'
import type pg from 'pg'
import { expect } from 'vitest'
import type { Remote } from '../machines/remote.ts'
import { withClient } from './client.ts'

interface Line {
  payment: string
  /** The amount stored in the payment's own row. */
  header: bigint
  payer: string
  pay_at: string
  amount: bigint
  one: string
  two: string
  three: string
  channel: string
  category: string
  voucher: string
}

/** Runs one statement on a connection of its own. */
export async function ask<T extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<T[]> {
  return await withClient(url, async (client) => (await client.query<T>(statement, values)).rows)
}

/**
 * Compares every sum of the project's list and statistics with sums over the lines computed here. Nobody may write meanwhile. It reads the
 * tables of payments, lines and subjects only, none of the kept sums. Returns the number of lines.
 */
export async function expectTotalsTrue(who: Remote, url: string, project: string): Promise<number> {
  const [row] = await ask<{ id: string }>(url, 'select id::text from projects where code = $1', [project])
  const id = row?.id ?? ''
  const lines = await allLines(url, id)
  const payments = groups(lines, (line) => line.payment)
  for (const [code, own] of payments) expect([code, own[0]?.header]).toEqual([code, total(own)])
  const [empty] = await ask<{ count: number }>(
    url,
    `select count(*)::int4 as count from payments c where c.project_id = $1 and not exists (
       select from payment_lines d where d.project_id = $1 and d.payment_id = c.id)`,
    [id],
  )
  expect(empty?.count, 'payments without lines').toBe(0)
  const [gaps] = await ask<{ count: number }>(
    url,
    `select count(*)::int4 as count from (
       select 1 from payment_lines d where d.project_id = $1
       group by d.payment_id having min(d.position) <> 1 or max(d.position) <> count(*)
         or count(distinct d.position) <> count(*)) g`,
    [id],
  )
  expect(gaps?.count, 'payments whose lines are not numbered from 1 without gaps').toBe(0)
  for (const vouchers of [[], ['0'], ['1', '2']]) await expectCharts(who, lines, vouchers)
  await expectLists(who, lines)
  return lines.length
}

async function expectCharts(who: Remote, all: Line[], vouchers: string[]): Promise<void> {
  const lines = vouchers.length > 0 ? all.filter((line) => vouchers.includes(line.voucher)) : all
  const chart = async (name: string) => {
    const answer = await who.get(`/cost_executions/dashboard/${name}`, { voucher_categories: vouchers })
    expect(answer, name).toMatchObject({ status: 200, code: 0 })
    return answer.data
  }
  expect(await chart('total_amount')).toEqual({ total_amount: yuan(total(lines)) })
  const CHARTS: [name: string, key: string, of: (line: Line) => string][] = [
    ['subject_one', 'subject_out_code', (line) => line.one],
    ['subject_two', 'subject_out_code', (line) => line.two],
    ['subject_three', 'subject_out_code', (line) => line.three],
    ['payer', 'payer', (line) => line.payer],
    ['pay_category', 'pay_category_id', (line) => line.category],
    ['voucher_category', 'voucher_category_code', (line) => line.voucher],
  ]
  for (const [name, key, of] of CHARTS) {
    const { items, others } = (await chart(name)) as {
      items: Record<string, string>[]
      others?: { quantity: number; amount: string }
    }
    const shown = Object.fromEntries(items.map((item) => [item[key], item.amount]))
    const counted = [...groups(lines, of)].map(([group, own]) => [group, total(own)] as const)
    const right = counted.filter(([, amount]) => amount !== 0n)
    const [first, rest] = others ? largest(right, shown) : [right, []]
    const inYuan = first.map(([group, amount]) => [group, yuan(amount)])
    expect({ name, vouchers, shown }).toEqual({ name, vouchers, shown: Object.fromEntries(inYuan) })
    if (others)
      expect(others, name).toEqual({
        quantity: rest.length,
        amount: yuan(sum(rest.map(([, amount]) => amount))),
      })
  }
}

type Counted = readonly (readonly [group: string, amount: bigint])[]

/** Splits payers into those a chart shows, the MAX_PAYERS largest, and the others. */
function largest(counted: Counted, shown: Record<string, unknown>): [Counted, Counted] {
  const sorted = counted.toSorted(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0))
  const least = sorted[Math.min(MAX_CHART_ITEMS, sorted.length) - 1]?.[1] ?? 0n
  // Of several payers with the smallest shown sum any may be shown.
  const isShown = ([group, amount]: Counted[number]) => amount > least || (amount === least && group in shown)
  const first = sorted.filter(isShown)
  expect(first.length).toBe(Math.min(MAX_CHART_ITEMS, sorted.length))
  return [first, sorted.filter((one) => !isShown(one))]
}

async function expectLists(who: Remote, lines: Line[]): Promise<void> {
  const [some] = lines
  const codes = await who.get('/selects/subjects', { keywords: some?.one ?? '2400', per_page: 1000 })
  const one = (codes.data.items as { label: string; value: string }[]).find((item) =>
    item.label.startsWith(`${some?.one} `),
  )
  const FILTERS: [query: Record<string, unknown>, of: (line: Line) => boolean][] = [
    [{}, () => true],
    [{ voucher_categories: ['0', '3'] }, (line) => ['0', '3'].includes(line.voucher)],
    [{ pay_channels: ['1'] }, (line) => line.channel === '1'],
    [{ start_pay_at: '2026-11-20' }, (line) => line.pay_at >= '2026-11-20'],
    [{ end_pay_at: '2026-11-20' }, (line) => line.pay_at <= '2026-11-20'],
  ]
  if (some && one)
    FILTERS.push(
      [{ pay_categories: [some.category] }, (line) => line.category === some.category],
      [{ payers: [some.payer] }, (line) => line.payer === some.payer],
      [{ subject_three_codes: [one.value] }, (line) => line.one === some.one],
    )
  const payments = groups(lines, (line) => line.payment)
  for (const [query, of] of FILTERS) {
    const matched = lines.filter(of)
    const codes = [...groups(matched, (line) => line.payment).keys()]
    const { data } = await who.get('/cost_executions', { ...query, per_page: 1 })
    expect({
      query,
      count: data.listTotal,
      total: data.total_amount_yuan,
      matched: data.matched_amount_yuan,
    }).toEqual({
      query,
      count: codes.length,
      total: yuan(total(codes.flatMap((code) => payments.get(code) ?? []))),
      matched: yuan(total(matched)),
    })
  }
}

/** All lines, joined in JavaScript: a SQL join on tables without statistics may take minutes. */
async function allLines(url: string, project: string): Promise<Line[]> {
  const from = (table: string, columns: string) =>
    ask<Record<string, string>>(url, `select ${columns} from ${table} where project_id = $1`, [project])
  const byId = (rows: Record<string, string>[]) => new Map(rows.map((row) => [row.id, row]))
  const subjects = byId(await from('subjects', 'id::text, one_id::text, two_id::text, out_code'))
  const payments = byId(await from('payments', 'id::text, code, pay_amount::text, payer, pay_at::text'))
  const lines = await from(
    'payment_lines',
    `payment_id::text as payment, subject_id::text as subject, pay_amount::text, pay_channel::text as channel,
     coalesce(pay_category_id::text, 'imprest') as category, coalesce(voucher_category::text, '0') as voucher`,
  )
  return lines.map(
    ({ payment = '', subject = '', pay_amount = '', channel = '', category = '', voucher = '' }) => {
      const { code = '', payer = '', pay_at = '', ...header } = payments.get(payment) ?? {}
      const three = subjects.get(subject)
      return {
        payment: code,
        header: BigInt(header.pay_amount ?? ''),
        payer,
        pay_at,
        amount: BigInt(pay_amount),
        one: subjects.get(three?.one_id ?? '')?.out_code ?? '',
        two: subjects.get(three?.two_id ?? '')?.out_code ?? '',
        three: three?.out_code ?? '',
        channel,
        category,
        voucher,
      }
    },
  )
}

const total = (lines: readonly Line[]) => sum(lines.map((line) => line.amount))

function groups(lines: readonly Line[], of: (line: Line) => string): Map<string, Line[]> {
  const found = new Map<string, Line[]>()
  for (const line of lines) {
    const group = found.get(of(line))
    if (group) group.push(line)
    else found.set(of(line), [line])
  }
  return found
}
