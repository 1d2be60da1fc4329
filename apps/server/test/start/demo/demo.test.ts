import { RESOURCES } from '@pianzhang/contract/permissions'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { type Db, inTransaction } from '../../../src/platform/database/database.ts'
import type { Database } from '../../../src/platform/database/schema.ts'
import { PROJECTS } from '../../../src/start/demo/content.ts'
import { DEMO_LOGINS, DEMO_PASSWORD, makeDemo } from '../../../src/start/demo/demo.ts'
import { demoLogins, ensureDemo } from '../../../src/start/demo/ensure.ts'
import { withAllSubjects } from '../../harness/default-subjects.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { hold, untilWaiting } from '../../harness/hold.ts'
import { logIn } from '../../harness/login.ts'
import { runCommand } from '../../processes/commands.ts'
import { endServers, startServer } from '../../processes/server-process.ts'
import { onSpread } from '../../setup/on-spread.ts'

withAllSubjects()

afterEach(endServers)

const start = (app: TestApp) =>
  startServer({ DATABASE_URL: app.databaseUrl, SECRET: 'a-secret-of-the-tests', DEMO: '1' })

/** The line of a server that has no keys of a payment provider. */
const FREE =
  '注意：支付宝、微信支付为沙箱，购买项目不收取费用；正式使用须设置环境变量 NODE_ENV=production（见 docs/运维/配置.md）\n'

const count = async (app: TestApp, table: keyof Database) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int4 as n from ${sql.table(table)}`.execute(
    app.services.db,
  )
  return rows[0]?.n
}

/** Payments of fees and of their taxes: as many as there were paydays since the first day, which are days of the calendar. */
const feePayments = async (app: TestApp): Promise<number> => {
  const { rows } = await sql<{
    n: number
  }>`select count(distinct d.payment_id)::int4 as n from fees r
    join payment_lines d on d.project_id = r.project_id and d.id in (r.line_id, r.remitted_line_id)`.execute(
    app.services.db,
  )
  return rows[0]?.n ?? 0
}

const setUser = (app: TestApp, phone: string, fields: { disabled?: boolean; deleted_at?: Date }) =>
  app.services.db.updateTable('users').set(fields).where('phone', '=', phone).execute()

const SKIP = onSpread('it reads all projects in one statement, and sizes of tables on the workers')

test.skipIf(SKIP)(
  'a kill while it is created leaves nothing; the next start creates it once, beside another company',
  async () => {
    await using app = await startTestApp()
    await app.company()
    const holder = await hold(app.databaseUrl, 'lock table invoices in access exclusive mode')
    const killed = start(app)
    await untilWaiting(app.databaseUrl)
    killed.child.kill('SIGKILL')
    await killed.ended
    await holder.release()
    await expect.poll(() => count(app, 'companies')).toBe(1)
    expect([await count(app, 'projects'), await count(app, 'users')]).toEqual([0, 1])

    // Two starts at once: the second waits and finds it created.
    for (const server of [start(app), start(app)]) {
      const address = await server.ready()
      await expect
        .poll(server.output)
        .toBe(
          `片账 ready at ${address}\n演示账号（密码 pianzhang-demo）：13800000001 超级管理员，13800000002 财务，13800000003 审计\n${FREE}`,
        )
    }
    expect([await count(app, 'companies'), await count(app, 'projects')]).toEqual([2, 4])
    const fees = await feePayments(app)
    expect(fees).toBeGreaterThan(12)
    expect([await count(app, 'payments'), await count(app, 'contracts')]).toEqual([2006 + 9 + fees, 52])
    expect(await count(app, 'receipts')).toBe(18)
    expect(await count(app, 'investment_budgets')).toBe(11)
    expect(await count(app, 'contract_reminders')).toBe(6)
    // Three moves of the locked budget are two lines each.
    expect(await count(app, 'cost_budgets')).toBe(169 + 38)
    expect([await count(app, 'budget_versions'), await count(app, 'budget_moves')]).toEqual([1, 3])
    expect(await count(app, 'cost_reports')).toBeGreaterThanOrEqual(15)
    expect(await count(app, 'shooting_days')).toBe(103)
    // Twenty-five plans; two instalments are overdue.
    const plans = await app.services.db
      .selectFrom('contract_instalments')
      .select('contract_id')
      .distinct()
      .execute()
    expect(plans).toHaveLength(25)
    expect((await ask(app, '/payables', { bucket: 'overdue' })).listTotal).toBe(2)
    // Money that comes too late leaves a gap in a later week: ten days ahead, which from a Monday are the next week.
    const { balance_yuan, gap, items } = await ask(app, '/payables/forecast')
    expect([balance_yuan, gap.balance_yuan].map((amount) => amount.startsWith('-'))).toEqual([false, true])
    expect(
      items.findIndex(({ start_at }: { start_at: string }) => start_at === gap.start_at),
    ).toBeGreaterThan(0)
    expect(items.at(-1).balance_yuan).toMatch(/^\d/)
    expect(await count(app, 'petty_cash')).toBe(684)
    expect(await count(app, 'orders')).toBe(3)
    const last = await app.services.db
      .selectFrom('project_numbers')
      .select(['kind', 'value'])
      .orderBy('kind')
      .orderBy('value')
      .execute()
    expect(last).toEqual([
      { kind: 'budget_move', value: 3n },
      { kind: 'cost_execution', value: 9n },
      { kind: 'cost_execution', value: BigInt(2006 + fees) },
      { kind: 'imprest', value: 684n },
      { kind: 'payment_request', value: 12n },
    ])
    await expectRequests(app)
    await expectSound(app.services.db)
    await expectPeople(app)

    // Logins that are disabled or deleted are not printed, and existing data is left alone.
    await setUser(app, DEMO_LOGINS[1].phone, { disabled: true })
    await setUser(app, DEMO_LOGINS[2].phone, { deleted_at: new Date() })
    expect(await demoLogins(app.services.db)).toEqual([DEMO_LOGINS[0]])
    expect(await ensureDemo(app.services)).toMatchObject({ state: 'exists' })
    expect(await count(app, 'companies')).toBe(2)
  },
)

test('if another company uses its phone numbers, the start prints that and goes on', async () => {
  await using app = await startTestApp()
  const { id } = await app.company()
  await app.services.db
    .updateTable('users')
    .set({ phone: DEMO_LOGINS[2].phone })
    .where('company_id', '=', id)
    .execute()
  const server = start(app)
  const address = await server.ready()
  await expect
    .poll(server.output)
    .toBe(`未创建演示公司：手机号 13800000003 已被其他公司使用\n片账 ready at ${address}\n${FREE}`)
  expect(await count(app, 'companies')).toBe(1)
  await expect(runCommand(app, 'demo:create')).rejects.toThrow(/13800000003/)
})

test.skipIf(SKIP)(
  'is created again quickly after a rollback, although the planner believes its tables empty',
  async () => {
    await using app = await startTestApp()
    const { services } = app
    await expect(
      inTransaction(services.db, async (tx) => {
        await makeDemo(tx, { ...services, db: tx, numbers: tx })
        throw new Error('taken back')
      }),
    ).rejects.toThrow('taken back')
    // As autovacuum does within a minute after the rollback: the tables are empty by its statistics.
    for (const table of ['subjects', 'payments'] as const)
      await sql`analyze ${sql.table(table)}`.execute(services.db)
    expect(await ensureDemo(services)).toMatchObject({ state: 'created' })
    expect(await count(app, 'payments')).toBe(2006 + 9 + (await feePayments(app)))
  },
)

/** What the clerk is answered in the running project. */
async function ask(app: TestApp, path: string, query: object = {}) {
  const { data } = await logIn(app, DEMO_LOGINS[1].phone, DEMO_PASSWORD)
  const [project] = await app.services.db
    .selectFrom('projects')
    .select('code')
    .where('name', '=', PROJECTS.running.name)
    .execute()
  const headers = { authorization: `Bearer ${data.token}`, 'x-project': project?.code ?? '' }
  return (await app.nobody.get(path, { ...query }, headers)).data
}

/** The rules are off, and there are requests in every state and with every kind of warning; the last steps wait for the super administrator. */
async function expectRequests(app: TestApp): Promise<void> {
  const { items } = await ask(app, '/payment_requests')
  expect(
    items.map(({ state, step, waits_for }: Record<string, unknown>) => [state, step, waits_for].join(' ')),
  ).toEqual([
    'draft 0 ',
    'pending 1 制片或林岚',
    'pending 1 贺川',
    'pending 1 制片或林岚',
    'rejected 0 ',
    'pending 2 林岚',
    'pending 1 制片或林岚',
    'withdrawn 0 ',
    ...['approved 0 ', 'approved 0 ', 'approved 0 '],
  ])
  const kinds = items
    .flatMap(({ warnings }: { warnings: { kind: string }[] }) => warnings)
    .map(({ kind }: { kind: string }) => kind)
  expect([...new Set(kinds)].sort()).toEqual(['account', 'duplicate', 'no_invoice', 'over_budget'])
  expect(await ask(app, '/payment_requests/counts')).toEqual({ waiting: 0, returned: 1 })
  const { on, deputies } = await ask(app, '/payment_requests/rules')
  expect([on, deputies.length]).toEqual([false, 1])
  const { rows } = await sql<{ phone: string; unread: number }>`
    select u.phone, count(*)::int4 as unread from notifications n join users u on u.id = n.user_id
    where n.read_at is null group by 1 order by 1`.execute(app.services.db)
  expect(rows).toEqual([
    { phone: '13800000001', unread: 4 },
    { phone: '13800000002', unread: 1 },
    { phone: '13800000005', unread: 5 },
    { phone: '13800000006', unread: 4 },
  ])
}

/** Whether the logins may do what their roles say: the clerk no management of accounts, the auditor reads all and changes nothing. */
async function expectPeople(app: TestApp): Promise<void> {
  const [admin, clerk, auditor] = await Promise.all(
    DEMO_LOGINS.map(async ({ phone }) => {
      const { data } = await logIn(app, phone, DEMO_PASSWORD)
      return { authorization: `Bearer ${data.token}` }
    }),
  )
  const { items } = (await app.nobody.get('/users', {}, admin)).data
  expect(
    items.map((user: { role: { name: string }; status: string }) => `${user.role.name}${user.status}`),
  ).toEqual(['制片0', '财务0', '制片0', '审计0', '财务0', '财务1', '超级管理员0'])
  const lists = ['/users', '/roles', '/projects']
  for (const [who, codes] of [
    [clerk, [403, 403, 0]],
    [auditor, [0, 0, 0]],
  ] as const) {
    const answers = await Promise.all(lists.map((list) => app.nobody.get(list, {}, who)))
    expect(answers.map(({ code }) => code)).toEqual(codes)
    expect((await app.nobody.post('/roles', {}, who)).code).toBe(403)
  }
  const profile = (await app.nobody.get('/sessions/profile', {}, auditor)).data
  expect(profile.current_permissions).toHaveLength(RESOURCES.length)
}

/** Checks the ledger's rules on every row of the demo. */
async function expectSound(db: Db): Promise<void> {
  const { rows } = await sql`select
    (select count(*)::int from payments c where pay_amount <>
      (select sum(d.pay_amount) from payment_lines d where d.payment_id = c.id)) as wrong_sums,
    (select max(n)::int from (select count(*) n from payment_lines group by payment_id) x) as most_lines,
    (select count(*)::int from contracts k where k.amount <
      (select sum(d.pay_amount) from payment_lines d where d.contract_id = k.id)) as overpaid,
    (select sum(b.amount) > (select sum(d.pay_amount) from payment_lines d) from cost_budgets b) as within_budget,
    (select count(*) between 5 and 60 from (select b.subject_id, sum(b.amount) as planned from cost_budgets b group by 1) p
      where p.planned < (select sum(d.pay_amount) from payment_lines d where d.subject_id = p.subject_id)) as some_over_budget,
    (select count(distinct d.subject_id)::int from payment_lines d
      where not exists (select from cost_budgets b where b.subject_id = d.subject_id)) as paid_without_budget,
    (select count(*)::int from contracts k where k.amount <
      (select sum(e.amount) from receipts e where e.contract_id = k.id)) as paid_in_too_much,
    (select sum(e.amount) > (select sum(d.pay_amount) from payment_lines d) from receipts e) as solvent,
    (select count(distinct e.investor)::int from receipts e) as investors,
    (select count(*)::int from receipts e where e.created_at > now()
      or e.investment_at > (e.created_at at time zone 'Asia/Shanghai')::date) as received_too_early,
    (select count(*) between 1 and 39 from contracts k where k.amount =
      (select sum(d.pay_amount) from payment_lines d where d.contract_id = k.id)) as some_settled,
    (select count(*)::int from invoice_uses u join invoices i on i.id = u.invoice_id join payment_lines d on d.id = u.line_id
      where d.pay_amount <> i.total_amount or u.amount <> i.total_amount) as wrong_invoices,
    (select count(*)::int from contract_supplements where is_supplement) as supplements,
    (select count(*) > 300 from invoice_uses) as many_invoiced,
    (select count(*) > 25 from invoices i join invoice_files f on f.invoice_id = i.id where i.coded <> '') as many_scanned,
    (select array_agg(status order by status) from invoices where status <> 0) as not_passed,
    (select count(*)::int from invoices i where status <> 1 and not exists (
      select from invoice_keys k where k.invoice_code = i.code and k.key = i.invoice_number)) as without_key,
    (select sum(e.pay_amount) between 0.5 * max(a.amount) and max(a.amount) from petty_cash e, petty_cash_amounts a) as petty_cash_left,
    (select array_agg(succeeded_quantity < total_quantity) from write_offs) as some_lack_vouchers,
    (select count(*)::int from petty_cash e where (write_off_id is not null) <> exists (
      select from petty_cash_payments p where p.petty_cash_id = e.id)) as wrong_write_offs,
    (select count(*) between 40 and 250 from petty_cash where write_off_id is null) as some_open,
    (select count(*)::int from petty_cash e where e.created_at > now()
      or e.pay_at > (e.created_at at time zone 'Asia/Shanghai')::date) as spent_too_early,
    (select array_agg(o.status order by o.created_at) from orders o) as orders,
    (select count(*)::int from orders where greatest(created_at, paid_at, cancelled_at) > now()
      or least(paid_at, cancelled_at) < created_at) as ordered_too_late,
    (select count(*)::int from projects p join companies c on c.id = p.company_id join users u on u.id = p.creator_id
      where p.created_at < c.created_at or p.created_at < u.created_at) as before_the_company,
    (select count(*)::int from companies c where c.buy_count <> coalesce((select sum(o.project_quantity) from orders o
      where o.company_id = c.id and o.status = 1), 0)) as wrong_quota,
    (select c.granted_count + c.buy_count from companies c join users u on u.company_id = c.id
      where u.phone = '13800000001') as quota,
    (select count(*)::int from payments where created_at > now() or pay_at > (created_at at time zone 'Asia/Shanghai')::date)
      as too_early`.execute(db)
  expect(rows).toEqual([
    {
      wrong_sums: 0,
      most_lines: 4,
      overpaid: 0,
      within_budget: true,
      some_over_budget: true,
      paid_without_budget: 0,
      paid_in_too_much: 0,
      solvent: true,
      investors: 8,
      received_too_early: 0,
      some_settled: true,
      wrong_invoices: 0,
      supplements: 3,
      many_invoiced: true,
      many_scanned: true,
      not_passed: [1, 2, 2, 2, 2, 2],
      without_key: 0,
      petty_cash_left: true,
      some_lack_vouchers: [true, true],
      wrong_write_offs: 0,
      some_open: true,
      spent_too_early: 0,
      orders: [1, 2, 0],
      ordered_too_late: 0,
      before_the_company: 0,
      wrong_quota: 0,
      quota: 6,
      too_early: 0,
    },
  ])
}
