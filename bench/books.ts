import type { Bench } from './bench.ts'
import { CHUNK, fillLedger } from './ledger.ts'

/** How many records a project has beside its payment lines. */
interface Size {
  lines: number
  contracts: number
  imprests: number
  receipts: number
  budgets: number
}

export const LARGE: Size = {
  lines: 1_000_000,
  contracts: 500,
  imprests: 20_000,
  receipts: 2_000,
  budgets: 5_000,
}
/** A hundredth of it. */
export const SMALL: Size = { lines: 10_000, contracts: 5, imprests: 200, receipts: 20, budgets: 50 }

export interface Books {
  small: string
  large: string
}

let filled: Promise<Books> | undefined
/** A project with a hundred times the records of another in every ledger, filled once for all parts. */
export function books(bench: Bench): Promise<Books> {
  filled ??= (async () => ({
    small: await fillBooks(bench, SMALL),
    // BENCH_LINES shrinks it for a trial of the bench itself; the ratios then mean nothing.
    large: await fillBooks(bench, { ...LARGE, lines: Number(process.env.BENCH_LINES ?? LARGE.lines) }),
  }))()
  return filled
}

/** Fills every ledger of a new project by SQL: the same words and subjects as its payments have. Returns its code. */
async function fillBooks(bench: Bench, size: Size): Promise<string> {
  const code = await fillLedger(bench, size.lines, size.contracts)
  const { database } = bench
  const { project, user } = await ownerOf(bench, code)
  await addPettyCashDetails(bench, code, size.imprests)
  await database.query(
    `insert into receipts (project_id, code, investment_at, investor, investment_category_id, amount, creator_id, created_at, updated_at)
     select $1::bigint, 'sk' || $1::bigint || '-' || i, date '2024-06-01' + i % 700, '第' || i % 60 || '号投资方有限公司',
       types[1 + i % cardinality(types)], 1000000 + i * 7919, $2, now(), now()
     from generate_series(1, $3::int) i,
       (select array_agg(id) as types from investment_types where project_id = $1) t`,
    [project, user, size.receipts],
  )
  await database.query(
    `insert into cost_budgets (project_id, code, subject_id, unit_price, quantity, amount, unit, creator_id, created_at, updated_at)
     select $1::bigint, 'fy' || $1::bigint || '-' || i, subjects[1 + i % cardinality(subjects)], 100000 + i, 30000,
       (100000 + i) * 3, '天', $2, now(), now()
     from generate_series(1, $3::int) i, ${SUBJECTS} s`,
    [project, user, size.budgets],
  )
  await database.query(
    `insert into investment_budgets (project_id, code, investor, amount, creator_id, created_at, updated_at)
     select $1::bigint, 'tz' || $1::bigint || '-' || i, '第' || i || '号投资方有限公司', 100000000 + i * 7919, $2, now(), now()
     from generate_series(1, $3::int) i`,
    [project, user, Math.min(size.receipts, 60)],
  )
  await database.query(
    `insert into petty_cash_amounts (project_id, amount, updated_at) values ($1, 100000000000, now())`,
    [project],
  )
  // Stands for autovacuum, which would run within a minute of so many inserts.
  await database.query(
    'vacuum (analyze) petty_cash, petty_cash_attachments, attachments, receipts, cost_budgets, investment_budgets, project_totals, sum_changes',
  )
  return code
}

/** The level-three subjects of project $1 as the array `subjects`. */
const SUBJECTS = `(select array_agg(id order by id) as subjects from subjects where project_id = $1 and category = 2)`

/** The ids of a project and of who created its records. */
export async function ownerOf(bench: Bench, code: string): Promise<{ project: string; user: string }> {
  const { rows } = await bench.database.query<{ project: string; user: string }>(
    `select p.id as project, (select min(u.id) from users u where u.company_id = p.company_id) as user
     from projects p where p.code = $1`,
    [code],
  )
  const [owner] = rows
  if (!owner) throw new Error(`no project ${code}`)
  return owner
}

/** Adds petty cash details that a write-off would post: with voucher type, tax rate and one picture each. */
export async function addPettyCashDetails(bench: Bench, code: string, count: number): Promise<void> {
  const { database } = bench
  const { project, user } = await ownerOf(bench, code)
  const { rows } = await database.query<{ used: number }>(
    'select coalesce(max(right(code, 7)::int), 0) as used from petty_cash where project_id = $1',
    [project],
  )
  const used = rows[0]?.used ?? 0
  // In parts: PostgreSQL keeps each row of a statement for its triggers until the statement ends.
  for (let from = used + 1; from <= used + count; from += CHUNK)
    await database.query(
      `with details as (
         insert into petty_cash (project_id, code, pay_at, payer, post, summary, subject_id, pay_channel, voucher_category,
           face_tax_rate, pay_amount, creator_id, created_at, updated_at)
         select $1::bigint, 'BYJ' || to_char(day, 'YYYYMMDD') || lpad(i::text, 7, '0'), day,
           '第' || i % 700 || '号供应商有限公司', (array['制片组', '摄影组', '美术组', '灯光组', '服化组'])[1 + i % 5],
           '第' || i % 90 || '场 采购', subjects[1 + i % cardinality(subjects)], 1 + i % 9, 1 + i % 16,
           (array['1%', '3%', '6%', '9%', '13%'])[1 + i % 5], 1000 + i % 90000, $2, now(), now()
         from generate_series($3::int, $4::int) i, ${SUBJECTS} s,
           lateral (select date '2024-06-01' + i % 700 as day) d
         returning id, code),
       files as (
         insert into attachments (project_id, code, file_name, file_size, kind, storage_key, has_thumb, creator_id, token_id, created_at)
         select $1::bigint, code || '-' || $1::bigint, '凭证.jpg', 1000, 'jpg', code, false, $2, code, now() from details
         returning id, token_id)
       insert into petty_cash_attachments (project_id, petty_cash_id, attachment_id, position)
       select $1::bigint, d.id, f.id, 1 from details d join files f on f.token_id = d.code`,
      [project, user, from, Math.min(from + CHUNK - 1, used + count)],
    )
}
