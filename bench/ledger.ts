import type { Bench } from './bench.ts'

/** How many payments each measured filter finds, whatever the size of the ledger. */
const HITS = 2_000
export const KEYWORD = '夜戏'
export const PAYER = '测速影视器材有限公司'
export const DAYS = ['2024-03-01', '2024-03-07'] as const
/** A level-one subject; only the hits of the subject filter book on the subjects below it. */
export const LEVEL_ONE = '2400'

/** How many records one statement inserts. */
export const CHUNK = 20_000

/**
 * Creates a project with `lines` lines, two to a payment, by SQL through the same triggers as every write: payments of 700 days and 700
 * payers on every subject. The hits are spread evenly over the ledger, different ones for each filter. With `contracts` every line names
 * one of so many; with `threes` the project has so many subjects of level three. Returns the project's code.
 */
export async function fillLedger(bench: Bench, lines: number, contracts = 0, threes = 0): Promise<string> {
  const code = await bench.project()
  const { database } = bench
  const payments = lines / 2
  const hit = (number: string, filter: number) =>
    `((${number} + ${filter}) * ${HITS}::bigint) % ${payments} < ${HITS}`
  const one = async (sql: string, values: unknown[] = []) =>
    (await database.query({ text: sql, values, rowMode: 'array' })).rows[0]?.[0]
  const project = await one('select id from projects where code = $1', [code])
  const user = await one(
    'select min(u.id) from users u join projects p on p.company_id = u.company_id where p.id = $1',
    [project],
  )
  if (threes > 0) await resizeSubjects(bench, project, threes)
  const types = await one('select array_agg(id order by id) from payment_types where project_id = $1', [
    project,
  ])
  const subjects = (comparison: '=' | '<>') =>
    one(
      `select array_agg(s.id order by s.out_code) from subjects s join subjects one on one.id = s.one_id
       where s.project_id = $1 and s.category = 2 and one.out_code ${comparison} '${LEVEL_ONE}'`,
      [project],
    )
  if (contracts > 0)
    await database.query(
      `insert into contracts (project_id, code, out_code, customer, category, amount, creator_id, created_at, updated_at)
       select $1::bigint, 'k' || $1::bigint || '-' || i, 'HT-' || i, '第' || i || '号供应商有限公司', i % 3, 1000000 + (i * 7919) % 9000000, $2, now(), now()
       from generate_series(1, $3::int) i`,
      [project, user, contracts],
    )
  const named =
    contracts > 0 ? await one('select array_agg(id) from contracts where project_id = $1', [project]) : null
  const [found, others] = [await subjects('='), await subjects('<>')]
  for (let from = 1; from <= payments; from += CHUNK) {
    const to = Math.min(from + CHUNK - 1, payments)
    const before = await one('select coalesce(max(id), 0) from payments')
    await database.query(
      `insert into payments (project_id, code, pay_at, payer, post, summary, pay_amount, creator_id, created_at, updated_at)
       select $1, 'FK' || to_char(day, 'YYYYMMDD') || lpad(i::text, 7, '0'), day,
         case when ${hit('i', 1)} then '${PAYER}' else '第' || i % 700 || '号供应商有限公司' end,
         (array['制片组', '摄影组', '美术组', '灯光组', '服化组'])[1 + i % 5],
         '第' || i % 90 || '场' || case when ${hit('i', 2)} then '${KEYWORD}照明'
           else '日景' || (array['器材租赁', '场地费', '餐费', '交通', '劳务'])[1 + i % 5] end,
         (1000 + i % 90000) * 2, $2, now(), now()
       from generate_series($3::int, $4::int) i,
         lateral (select case when ${hit('i', 3)} then date '${DAYS[0]}' + i % 7 else date '2024-06-01' + i % 700 end as day) d`,
      [project, user, from, to],
    )
    await database.query(
      `insert into payment_lines (project_id, code, payment_id, position, subject_id, pay_channel, pay_category_id,
         voucher_category, face_tax_rate, contract_id, pay_amount, remark)
       select $1, code || '-' || n, id, n, subjects[1 + (i * 2 + n) % cardinality(subjects)], 1 + i % 9,
         ($5::bigint[])[1 + i % cardinality($5::bigint[])], nullif(i % 17, 0), (array['1%', '3%', '6%', '9%', '13%'])[1 + i % 5],
         ($6::bigint[])[1 + (i * 2 + n) % cardinality($6::bigint[])], 1000 + i % 90000, case when i % 9 = 0 then '原件已归档' else '' end
       from (select *, right(code, 7)::int as i from payments where project_id = $1 and id > $2) c
       cross join generate_series(1, 2) n
       cross join lateral (select case when n = 1 and ${hit('i', 4)} then $3::bigint[] else $4::bigint[] end as subjects) s`,
      [project, before, found, others, types, named],
    )
  }
  await database.query(
    `insert into project_numbers (project_id, kind, value) values ($1, 'cost_execution', $2)`,
    [project, payments],
  )
  // Stands for autovacuum, which would run within a minute of so many inserts.
  // An earlier version has other names for the tables of kept sums, and, filled without contracts, neither contracts nor their totals.
  const { rows: kept } = await database.query(
    "select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname ~ '_(changes|totals)$'",
  )
  await database.query(
    `vacuum (analyze) payments, payment_lines, subjects, payment_types, ${kept.map(({ name }) => name).join(', ')}`,
  )
  if (contracts > 0) await database.query('vacuum (analyze) contracts')
  return code
}

/** Leaves `count` subjects of level three, or adds some below each subject of level two. */
async function resizeSubjects({ database }: Bench, project: string, count: number): Promise<void> {
  await database.query(
    `delete from subjects where project_id = $1 and category = 2 and id in (
       select s.id from subjects s where s.project_id = $1 and s.category = 2 order by right(s.out_code, 2), s.out_code offset $2)`,
    [project, count],
  )
  await database.query(
    `insert into subjects (project_id, code, category, out_code, name, parent_id, one_id, two_id, created_at)
     select project_id, 'b' || project_id || '-' || out_code, 2, out_code, '测速科目', id, one_id, id, now() from (
       select t.project_id, t.id, t.one_id, t.out_code || lpad(n::text, 2, '0') as out_code, n
       from subjects t cross join generate_series(1, 99) n
       where t.project_id = $1 and t.category = 1
         and not exists (select from subjects s where s.project_id = $1 and s.out_code = t.out_code || lpad(n::text, 2, '0'))
       order by n, t.out_code
       limit greatest(0, $2::int - (select count(*) from subjects s where s.project_id = $1 and s.category = 2))) fresh`,
    [project, count],
  )
}
