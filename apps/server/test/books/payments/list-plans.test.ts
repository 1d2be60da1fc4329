import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withAllSubjects } from '../../harness/default-subjects.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { onSpread } from '../../setup/on-spread.ts'
import { type PaymentWorld, paymentWorld } from './helpers.ts'

withAllSubjects()

const PAYMENTS = 20_000
const WEEK = { start_pay_at: '2026-03-01', end_pay_at: '2026-03-07' }

/** Inserts payments of 700 days, without lines, by SQL. */
async function fill(app: TestApp, { projectId, admin }: PaymentWorld): Promise<void> {
  // Without autovacuum the block counters contain only the requests' reads.
  await sql`alter table payments set (autovacuum_enabled = false)`.execute(app.services.db)
  await sql`alter table payment_lines set (autovacuum_enabled = false)`.execute(app.services.db)
  await sql`insert into payments (project_id, code, pay_at, payer, post, summary, pay_amount, creator_id, created_at, updated_at)
    select ${projectId}, 'FK' || i, date '2025-01-01' + i % 700, '第' || i % 70 || '号供应商', '', '夜戏', 100, ${admin.userId}, now(), now()
    from generate_series(1, ${PAYMENTS}::int) i`.execute(app.services.db)
  await sql`analyze payments`.execute(app.services.db)
}

interface PreparedStatement {
  name: string
  statement: string
  types: string[]
  generic: number
}

/** The prepared statement of the list without filters; sequential requests share one connection. */
async function pageStatement(app: TestApp): Promise<PreparedStatement> {
  const { rows } = await sql<PreparedStatement>`
    select name, statement, parameter_types::text[] as types, generic_plans::int4 as generic from pg_prepared_statements
    where statement like '%with page as materialized%'`.execute(app.services.db)
  expect(rows).toHaveLength(1)
  return rows[0] as PreparedStatement
}

/** How many blocks of tables and indexes one execution of the prepared statement reads. */
async function blocksOf(
  app: TestApp,
  { name, types }: PreparedStatement,
  projectId: bigint,
): Promise<number> {
  const values = types.map(() => String(projectId))
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>`
    explain (analyze, buffers, format json) execute ${sql.id(name)}(${sql.raw(values.join(', '))})`.execute(
    app.services.db,
  )
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
  return (plan?.['Shared Hit Blocks'] ?? Number.NaN) + (plan?.['Shared Read Blocks'] ?? Number.NaN)
}

/** How many blocks of payments, lines and their indexes all connections have read so far. */
async function blocksRead({ services }: TestApp): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(services.db)
  const { rows } = await sql<{ n: bigint }>`
    select sum(heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read)::int8 as n
    from pg_statio_user_tables where relname in ('payments', 'payment_lines')`.execute(services.db)
  return Number(rows[0]?.n)
}

/** How many blocks one request for the list reads. */
async function blocksReadBy(app: TestApp, { clerk }: PaymentWorld, query?: Record<string, string>) {
  const before = await blocksRead(app)
  expect((await clerk.get('/cost_executions', query)).status).toBe(200)
  return (await blocksRead(app)) - before
}

const SKIP = onSpread('it reads plans and sizes of tables, which are on the workers')

test.skipIf(SKIP).each(['small', 'large'] as const)(
  'a page prepared on a %s project first is as cheap on one of another size',
  async (first) => {
    await using app = await startTestApp()
    const worlds = { small: await paymentWorld(app), large: await paymentWorld(app) }
    await worlds.small.clerk.post('/cost_executions', worlds.small.body())
    await fill(app, worlds.large)
    const second = first === 'small' ? 'large' : 'small'
    for (const size of [first, second] as const)
      for (let time = 0; time < 8; time += 1) {
        expect((await worlds[size].clerk.get('/cost_executions')).status).toBe(200)
        expect((await worlds[size].clerk.get('/cost_executions', WEEK)).status).toBe(200)
      }
    const page = await pageStatement(app)
    // With LIMIT as a parameter, PostgreSQL would not choose the generic plan on large tables.
    expect(page.statement).toMatch(/limit 20\s*\)/)
    // After five executions with custom plans PostgreSQL keeps the generic plan.
    expect(page.generic).toBeGreaterThan(8)
    for (const size of ['small', 'large'] as const) {
      const { projectId } = worlds[size]
      expect(await blocksOf(app, page, projectId), size).toBeLessThan(150)
      // The page, and its 200 payments again for the totals; reading the whole table twice is about 600 blocks.
      expect(await blocksReadBy(app, worlds[size], WEEK), size).toBeLessThan(400)
    }
  },
)

test('a keyword is planned at each execution, as the number of its rows depends on its text', async () => {
  await using app = await startTestApp()
  const world = await paymentWorld(app)
  await fill(app, world)
  for (let time = 0; time < 8; time += 1) {
    const { data } = await world.clerk.get('/cost_executions', { keywords: time % 2 === 0 ? '夜戏' : '海底' })
    expect(data.items).toHaveLength(time % 2 === 0 ? 20 : 0)
  }
  const { rows } =
    await sql`select from pg_prepared_statements where statement like '%search_characters%'`.execute(
      app.services.db,
    )
  expect(rows).toHaveLength(0)
})

/**
 * Inserts lines that are equal except for one payment's, of payments of which most have one payer; returns filters
 * for both.
 */
async function fillLines(app: TestApp, world: PaymentWorld) {
  const { db } = app.services
  const { projectId, clerk } = world
  const rareType = await clerk.post('/pay_categories', { name: '罕见' })
  const rare = { rate: '1%', channel: '7', voucher: '9', category: String(rareType.data.id), payer: '罕见' }
  const common = { rate: '6%', channel: '2', voucher: '1', category: world.category, payer: '常见' }
  await sql`update payments set payer = case code when 'FK5' then ${rare.payer} else ${common.payer} end
    where project_id = ${projectId} and (id % 3 > 0 or code = 'FK5')`.execute(db)
  await sql`insert into payment_lines (project_id, code, payment_id, position, subject_id, pay_channel, pay_category_id,
      voucher_category, face_tax_rate, pay_amount, remark)
    select ${projectId}, c.code || '-' || n, c.id, n, s.id, v.channel::smallint, v.category::bigint, v.voucher::smallint, v.rate, 100, ''
    from generate_series(1, 3) n cross join payments c
    join subjects s on s.project_id = ${projectId} and s.out_code = '24000101'
    join jsonb_to_recordset(${JSON.stringify([
      { ...rare, is_rare: true },
      { ...common, is_rare: false },
    ])}::jsonb) as v(is_rare boolean, channel text, category text, voucher text, rate text) on v.is_rare = (c.code = 'FK5')
    where c.project_id = ${projectId}`.execute(db)
  await sql`vacuum analyze payments, payment_lines`.execute(db)
  const filters = (values: typeof rare): Record<string, string>[] => [
    { face_tax_rates: values.rate },
    { pay_channels: values.channel },
    { voucher_categories: values.voucher },
    { pay_categories: values.category },
    { payers: values.payer },
  ]
  const wide = { start_pay_at: '2025-01-01', end_pay_at: '2026-12-31' }
  return { common: [...filters(common), wide], rare: [...filters(rare), WEEK] }
}

test.skipIf(SKIP).each([
  ['rare', 'common'],
  ['common', 'rare'],
] as const)(
  'a %s value costs as much after many requests for a %s one as planned for it',
  async (value, other) => {
    await using app = await startTestApp()
    const world = await paymentWorld(app)
    await fill(app, world)
    const filters = await fillLines(app, world)
    const ask = (query?: Record<string, string>) => blocksReadBy(app, world, query)
    for (const [at, query] of filters[value].entries()) {
      for (let time = 0; time < 8; time += 1) await ask(filters[other][at])
      const blocks = await ask(query)
      await sql`set plan_cache_mode = force_custom_plan`.execute(app.services.db)
      const planned = await ask(query)
      await sql`reset plan_cache_mode`.execute(app.services.db)
      expect(blocks, JSON.stringify(query)).toBeLessThan(planned * 1.2 + 100)
    }
  },
)
