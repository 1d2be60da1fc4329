import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { CheckedProject, Report } from './report.ts'

/** Ledgers with running numbers: a code is prefix, day (eight digits) and number (four or more), such as FK202611230001 (api.md §1). */
const NUMBERED = [
  { table: 'payments', kind: 'cost_execution', prefix: 'FK', title: '付款' },
  { table: 'petty_cash', kind: 'imprest', prefix: 'BYJ', title: '备用金' },
] as const

/** Reports running numbers that occur twice, and those above the counter in `project_numbers`, as they would be given again. */
export async function checkNumbers(tx: Tx, project: CheckedProject, report: Report): Promise<void> {
  for (const { table, kind, prefix, title } of NUMBERED) {
    const running = sql`substr(t.code, ${sql.lit(prefix.length + 9)})`
    const form = sql.lit(`^${prefix}\\d{12,}$`)
    const { rows: repeated } = await sql<{ number: string; codes: string[] }>`
      select n.number, n.codes from (
        select ${running} as number, array_agg(t.code order by t.code) as codes from ${sql.table(table)} t
        where t.project_id = ${project.id} and t.code ~ ${form} group by 1) n
      where cardinality(n.codes) > 1 order by 1`.execute(tx)
    const { rows: malformed } = await sql<{ code: string }>`
      select t.code from ${sql.table(table)} t
      where t.project_id = ${project.id} and t.code !~ ${form} order by 1`.execute(tx)
    const { rows: highest } = await sql<{ number: bigint }>`
      select coalesce(max(${running}::numeric), 0) as number from ${sql.table(table)} t
      where t.project_id = ${project.id} and t.code ~ ${form}`.execute(tx)
    const counter = await tx
      .selectFrom('project_numbers')
      .select('value')
      .where('project_id', '=', project.id)
      .where('kind', '=', kind)
      .executeTakeFirst()
    const [number, given] = [highest[0]?.number ?? 0n, counter?.value ?? 0n]
    report.add('numbers', project, [
      ...repeated.map(({ codes }) => `${title}流水号重复：${codes.join('、')}`),
      ...malformed.map(({ code }) => `${title} ${code} 的编号格式不正确`),
      ...(number > given ? [`${title}的最大流水号为 ${number}，计数器为 ${given}，新编号会重复`] : []),
    ])
  }
}

interface Counts {
  code: string
  exists_count: number
  buy_count: number
  total: number
  projects: number
  bought: number
  supers: number
}

/** Checks quota, bought projects and super administrators of each company, and the links between accounts, roles and projects. */
export async function checkCompanies(tx: Tx, report: Report): Promise<void> {
  const { rows } = await sql<Counts>`
    select c.code, c.exists_count, c.buy_count, c.granted_count + c.buy_count as total,
      (select count(*)::int4 from projects p where p.company_id = c.id) as projects,
      (select coalesce(sum(o.project_quantity), 0)::int4 from orders o where o.company_id = c.id and o.paid_at is not null) as bought,
      (select count(*)::int4 from users u where u.company_id = c.id and u.is_super and u.deleted_at is null) as supers
    from companies c order by c.id`.execute(tx)
  for (const { code: companyCode, ...counts } of rows)
    report.add('numbers', { companyCode }, wrongCounts(counts))
  const lists: [text: (row: { code: string; name: string }) => string, from: ReturnType<typeof sql>][] = [
    [
      ({ name, code }) => `账号 ${name}（${code}）的角色属于其他公司`,
      sql`users u join roles r on r.id = u.role_id and r.company_id <> u.company_id join companies c on c.id = u.company_id`,
    ],
    [
      ({ name, code }) => `账号 ${name}（${code}）参与了其他公司的项目`,
      sql`project_members m join projects p on p.id = m.project_id
        join users u on u.id = m.user_id and u.company_id <> p.company_id join companies c on c.id = u.company_id`,
    ],
    [
      ({ name, code }) => `项目成员已不存在：账号 ${name}（${code}）`,
      sql`project_members m join projects p on p.id = m.project_id join companies c on c.id = p.company_id
        left join users found on found.id = m.user_id
        cross join lateral (select 'id ' || m.user_id as name, '' as code) u where found.id is null`,
    ],
  ]
  for (const [text, from] of lists) {
    const { rows: found } = await sql<{ company: string; code: string; name: string }>`
      select distinct c.code as company, u.code, u.name from ${from}`.execute(tx)
    const byCompany = Map.groupBy(found, ({ company }) => company)
    for (const [companyCode, people] of byCompany) report.add('references', { companyCode }, people.map(text))
  }
}

const wrongCounts = (counts: Omit<Counts, 'code'>): string[] => [
  ...(counts.exists_count === counts.projects
    ? []
    : [`已创建的项目数记录为 ${counts.exists_count}，实际为 ${counts.projects}`]),
  ...(counts.projects <= counts.total ? [] : [`项目数 ${counts.projects} 超过可创建的总数 ${counts.total}`]),
  ...(counts.buy_count === counts.bought
    ? []
    : [`购买的项目数记录为 ${counts.buy_count}，已付款订单合计为 ${counts.bought}`]),
  ...(counts.supers === 1 ? [] : [`超级管理员应为 1 个，实际为 ${counts.supers} 个`]),
]
