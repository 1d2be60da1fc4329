import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Figure } from './bench.ts'
import { addPettyCashDetails, ownerOf } from './books.ts'
import { DAYS, fillLedger, KEYWORD, LEVEL_ONE, PAYER } from './ledger.ts'
import { LIST } from './payments.ts'

/** Projects in the database beside the two that are measured. */
const OTHERS = 28
const OTHERS_LINES = 1_000
/** Calls of each choice of filters, one after the other on one connection: PostgreSQL may keep a generic plan from the sixth on. */
const CALLS = 20
/** Milliseconds. Below this, a ratio is noise of the machine. */
const NOISE = 3

type Filters = Readonly<Record<string, Record<string, string>>>
/** Least times of one choice of filters in milliseconds: of its first three calls, which PostgreSQL plans for their values, and of its last three. */
interface Times {
  name: string
  first: number
  last: number
}

/** What is above its goal is measured so many times in all, and the least ratio counts: a bad plan stays, another program's work does not. */
const ATTEMPTS = 3

/**
 * `combos`: every filter of four ledgers alone and every two of them together, in a project of 1,000,000 lines and in one of 10,000, on new
 * connections (as after a restart) with thirty projects in the database.
 */
export async function comboFigures(bench: Bench): Promise<Figure[]> {
  const lines = Number(process.env.BENCH_LINES ?? 1_000_000)
  for (let other = 0; other < OTHERS; other += 1) await fillLedger(bench, OTHERS_LINES)
  const projects = [
    [10_000, await filledBooks(bench, 10_000)],
    [lines, await filledBooks(bench, lines)],
  ] as const
  await newConnections(bench, projects[0][1])
  const figures: Figure[] = []
  for (const [size, project] of projects)
    for (const [ledger, { path, filters }] of Object.entries(await ledgersOf(bench, project))) {
      const names = Object.keys(filters)
      const measured = async (...chosen: string[]) =>
        timesOf(
          bench,
          project,
          path,
          chosen.join(' + '),
          Object.assign({}, ...chosen.map((name) => filters[name])),
        )
      const alone = new Map<string, Times>()
      for (const name of names) alone.set(name, await measured(name))
      const pairs: [Times, Times][] = []
      for (const [a, b] of pairsOf(filters)) {
        const slower = [alone.get(a), alone.get(b)].reduce((one, other) =>
          (one?.last ?? 0) < (other?.last ?? 0) ? other : one,
        )
        if (slower) pairs.push([await measured(a, b), slower])
      }
      const again = async (name: string) => {
        await newConnections(bench, project)
        return measured(...name.split(' + '))
      }
      const inLines = `${ledger}, ${size.toLocaleString('en')} lines`
      figures.push(
        await worst(
          `${inLines}: two filters ÷ the slower of them alone, the worst of ${pairs.length} pairs`,
          3,
          pairs.map(([{ name, last }, slower]) => ({
            name,
            over: last,
            under: slower.last,
            slower: slower.name,
          })),
          async ({ name, slower }) => {
            const under = (await again(slower)).last
            return { name, slower, under, over: (await again(name)).last }
          },
        ),
        await worst(
          `${inLines}: call ${CALLS} ÷ call 1, the worst of all filters and pairs`,
          1.3,
          [...alone.values(), ...pairs.map(([pair]) => pair)].map(ofCalls),
          async ({ name }) => ofCalls(await again(name)),
        ),
      )
    }
  return figures
}

const ofCalls = ({ name, first, last }: Times): Compared => ({ name, over: last, under: first })

interface Compared {
  name: string
  over: number
  under: number
}

async function worst<T extends Compared>(
  what: string,
  goal: number,
  compared: readonly T[],
  again: (each: T) => Promise<T>,
): Promise<Figure> {
  const ratio = ({ over, under }: Compared) => Math.max(over, NOISE) / Math.max(under, NOISE)
  const least: T[] = []
  for (let each of compared) {
    for (let attempt = 1; attempt < ATTEMPTS && ratio(each) > goal; attempt += 1) {
      const next = await again(each)
      if (ratio(next) < ratio(each)) each = next
    }
    least.push(each)
  }
  const sorted = least.toSorted((a, b) => ratio(b) - ratio(a))
  const missed = sorted.filter((each) => ratio(each) > goal).length
  const [most] = sorted
  if (!most) throw new Error(`nothing was compared: ${what}`)
  if (process.env.COMBOS_ALL)
    for (const each of sorted.slice(0, 12))
      console.log(
        `  ${ratio(each).toFixed(2)} ${each.name}: ${each.over.toFixed(1)} ÷ ${each.under.toFixed(1)} ms`,
      )
  return {
    what,
    goal: `≤ ${goal}`,
    ratio: ratio(most).toFixed(2),
    detail: `${most.name}: ${most.over.toFixed(1)} ms ÷ ${most.under.toFixed(1)} ms${missed > 0 ? `; ${missed} above the goal` : ''}`,
    means: 'A list is as quick with two filters as with one, and stays so.',
  }
}

function* pairsOf(filters: Filters): Generator<[string, string]> {
  const names = Object.keys(filters)
  for (const [index, a] of names.entries())
    for (const b of names.slice(index + 1)) {
      const shared = Object.keys(filters[a] ?? {}).some((parameter) => parameter in (filters[b] ?? {}))
      if (!shared) yield [a, b]
    }
}

async function timesOf(
  bench: Bench,
  project: string,
  path: string,
  name: string,
  filters: Record<string, string>,
): Promise<Times> {
  const address = `${path}?${new URLSearchParams(filters)}`
  const times: number[] = []
  for (let call = 0; call < CALLS; call += 1) {
    const start = performance.now()
    await bench.load('GET', address, undefined, project)
    times.push(performance.now() - start)
  }
  return { name, first: Math.min(...times.slice(0, 3)), last: Math.min(...times.slice(-3)) }
}

/** Ends the server's connections: it opens new ones, which know no statement and no plan. Calls that meet an ended one are refused. */
async function newConnections(bench: Bench, project: string): Promise<void> {
  await bench.database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state = 'idle'",
  )
  for (let tries = 1; ; tries += 1)
    try {
      return await bench.load('GET', 'manager/pay_categories', undefined, project)
    } catch (error) {
      if (tries === 20) throw error
      await sleep(200)
    }
}

async function filledBooks(bench: Bench, lines: number): Promise<string> {
  const code = await fillLedger(bench, lines, Math.max(50, lines / 200))
  await addPettyCashDetails(bench, code, lines)
  const { database } = bench
  const { project, user } = await ownerOf(bench, code)
  // Each pays the first line of one payment.
  await database.query(
    `with lines as (
       select d.id, d.pay_amount, row_number() over (order by d.id) as i from payment_lines d
       where d.project_id = $1 and d.position = 1 order by d.id limit $3),
     made as (
       insert into invoices (project_id, code, status, invoice_type, invoice_number, billing_date, total_amount, seller_name, creator_id, created_at)
       select $1::bigint, 'fp' || $1::bigint || '-' || i, i % 3, '05', lpad(i::text, 20, '0'), date '2024-06-01' + (i % 700)::int, pay_amount,
         '第' || i % 700 || '号供应商有限公司', $2, now() from lines
       returning id, invoice_number)
     insert into invoice_uses (project_id, invoice_id, line_id, position, amount)
     select $1::bigint, m.id, l.id, 1, l.pay_amount from made m join lines l on l.i = m.invoice_number::bigint`,
    [project, user, Math.ceil(lines / 5)],
  )
  // Stands for autovacuum, which would run within a minute of so many inserts.
  await database.query(
    'vacuum (analyze) petty_cash, petty_cash_attachments, attachments, invoices, invoice_uses',
  )
  // Refreshes what contracts still cost, as the hourly job does.
  await bench.call('GET', 'manager/cost_report', undefined, code)
  return code
}

/** The filters of each ledger, each with values that few records have and with values that many have. */
async function ledgersOf(
  bench: Bench,
  project: string,
): Promise<Record<string, { path: string; filters: Filters }>> {
  const { rows } = await bench.database.query<{
    one: string
    other: string
    type: string
    contract: string
    payment: string
  }>(
    `select (select code from subjects where project_id = p.id and out_code = $2) as one,
       (select code from subjects where project_id = p.id and category = 0 and out_code <> $2 order by out_code limit 1) as other,
       (select min(id) from payment_types where project_id = p.id) as type,
       (select code from contracts where project_id = p.id order by id limit 1) as contract,
       (select code from payments where project_id = p.id order by id limit 1) as payment
     from projects p where p.code = $1`,
    [project, LEVEL_ONE],
  )
  const [named] = rows
  if (!named) throw new Error(`no project ${project}`)
  const booked: Filters = {
    'seven days': { start_pay_at: DAYS[0], end_pay_at: DAYS[1] },
    'two years': { start_pay_at: '2024-06-01', end_pay_at: '2026-05-31' },
    'rare payer': { payers: PAYER },
    payer: { payers: '第7号供应商有限公司' },
    'rare subject': { subject_three_codes: named.one },
    subject: { subject_three_codes: named.other },
    channel: { pay_channels: '1' },
    'voucher type': { voucher_categories: '5' },
    'tax rate': { face_tax_rates: '6%' },
    'with a contract': { related_system_contract: '1' },
    contract: { contract_code: named.contract },
    'without a picture': { lacking: 'voucher_attachments' },
    amount: { pay_amount: '1000.00' },
  }
  return {
    payments: {
      path: LIST,
      filters: {
        'rare keyword': { keywords: KEYWORD },
        keyword: { keywords: '场地' },
        ...booked,
        type: { pay_categories: named.type },
      },
    },
    'petty cash': {
      path: 'manager/imprests',
      filters: { keyword: { keywords: '采购' }, ...booked, open: { written_off: '0' } },
    },
    contracts: {
      path: 'manager/contracts',
      filters: {
        'rare keyword': { keywords: '第77号' },
        keyword: { keywords: '公司' },
        category: { categories: '1' },
        party: { customers: '第7号供应商有限公司' },
        amount: { amount: '10000.00' },
        unallocated: { unallocated: '1' },
        'sorted by unpaid': { unpay_amount_order: 'desc' },
        'sorted by amount': { amount_order: 'asc' },
      },
    },
    invoices: {
      path: 'manager/invoices',
      filters: {
        'rare keyword': { keywords: '第77号' },
        keyword: { keywords: '公司' },
        passed: { status: '0' },
        voided: { voided: '1' },
        left: { unused_for: named.payment },
      },
    },
  }
}
