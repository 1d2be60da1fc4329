import { labelOf } from '@pianzhang/contract/lists'
import { yuan } from '@pianzhang/contract/money'
import { ORDER_STATUSES, PAYMENT_METHODS } from '@pianzhang/contract/orders'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { contains } from '../../platform/lists/like.ts'
import type { Command } from './command.ts'
import { textTable } from './text-table.ts'

type Item = Record<string, string | number | null>
type Values = Record<string, string | undefined>

interface Listing {
  name: string
  summary: string
  options: Command['options']
  /** The heading of each key of an item, in the order of the columns. */
  headings: Record<string, string>
  /** What it lists. */
  what: string
  items(db: Db, values: Values): Promise<Item[]>
}

const COMPANY = { company: { text: '公司编码（company:list 列出）；不填时为所有公司' } }
const find = (what: string) => ({ find: { text: `只列出${what}中含有此文字的` } })

const LISTINGS: readonly Listing[] = [
  {
    name: 'company:list',
    summary: '列出公司，其他命令所需的公司编码在第一列',
    options: find('公司名称、编码或超级管理员的姓名、手机号'),
    headings: {
      code: '编码',
      name: '公司',
      state: '状态',
      projects: '项目',
      people: '账号',
      admin: '超级管理员',
      phone: '手机号',
      created: '创建日期',
    },
    what: '公司',
    items: async (db, { find }) => {
      const { rows } = await sql<Item>`select c.code, c.name,
          case when c.stopped_at is null then '正常' else '已停止' end as state,
          c.exists_count || '/' || (c.granted_count + c.buy_count) as projects,
          (select count(*)::int4 from users p where p.company_id = c.id and p.deleted_at is null) as people,
          u.name as admin, u.phone, ${day('c.created_at')} as created
        from companies c left join users u on u.company_id = c.id and u.is_super and u.deleted_at is null
        where true ${matching(find, ['c.name', 'c.code', 'u.name', 'u.phone'])} order by c.id`.execute(db)
      return rows
    },
  },
  {
    name: 'user:list',
    summary: '列出账号',
    options: { ...COMPANY, ...find('姓名或手机号') },
    headings: {
      phone: '手机号',
      name: '姓名',
      role: '角色',
      state: '状态',
      seen: '最近使用',
      company: '公司',
    },
    what: '账号',
    items: async (db, { company, find }) => {
      const { rows } = await sql<Item>`select u.phone, u.name,
          case when u.is_super then '超级管理员' else coalesce(r.name, '未分配') end as role,
          case when u.disabled then '已禁用' when not u.must_change_password then '正常'
            when u.password_expires_at > now() then '须修改密码' else '初始密码已过期' end as state,
          (select ${day('max(s.seen_at)')} from sessions s where s.user_id = u.id) as seen, c.name as company
        from users u join companies c on c.id = u.company_id left join roles r on r.id = u.role_id
        where u.deleted_at is null ${await ofCompany(db, company)} ${matching(find, ['u.name', 'u.phone'])}
        order by c.id, u.id`.execute(db)
      return rows
    },
  },
  {
    name: 'project:list',
    summary: '列出项目，包括已删除而尚未清除的',
    options: { ...COMPANY, ...find('项目名称或编码') },
    headings: {
      code: '编码',
      name: '项目',
      state: '状态',
      people: '参与账号',
      created: '创建日期',
      company: '公司',
    },
    what: '项目',
    items: async (db, { company, find }) => {
      const { rows } = await sql<Item>`select p.code, p.name,
          case when p.deleted_at is not null then '已删除' when p.archive_at is not null then '已归档' else '进行中' end as state,
          (select count(*)::int4 from project_members m where m.project_id = p.id) as people,
          ${day('p.created_at')} as created, c.name as company
        from projects p join companies c on c.id = p.company_id
        where p.purged_at is null ${await ofCompany(db, company)} ${matching(find, ['p.name', 'p.code'])}
        order by c.id, p.id`.execute(db)
      return rows
    },
  },
  {
    name: 'order:list',
    summary: '列出订单，最新的在前',
    options: { ...COMPANY, ...find('订单号或付款码') },
    headings: {
      number: '订单号',
      created: '创建日期',
      state: '状态',
      amount: '金额（元）',
      quantity: '项目数量',
      type: '支付方式',
      payment_code: '付款码',
      paid: '付款日期',
      company: '公司',
    },
    what: '订单',
    items: async (db, { company, find }) => {
      const { rows } = await sql<Item & { status: number; fen: bigint; payment_type: string }>`select
          coalesce(o.number, o.code) as number, ${day('o.created_at')} as created, o.status, o.amount as fen,
          o.project_quantity as quantity, o.payment_type, o.payment_code, ${day('o.paid_at')} as paid, c.name as company
        from orders o join companies c on c.id = o.company_id
        where true ${await ofCompany(db, company)}
          ${matching(find?.replaceAll('-', ''), [`replace(coalesce(o.number, o.code), '-', '')`, 'o.payment_code'])}
        order by o.created_at desc, o.id desc`.execute(db)
      return rows.map(({ status, fen, payment_type, ...row }) => ({
        ...row,
        state: labelOf(ORDER_STATUSES, String(status)),
        amount: yuan(fen),
        type: labelOf(PAYMENT_METHODS, payment_type),
      }))
    },
  },
]

/** The operator's lists of what all companies have: text for a terminal, `items` as JSON. */
export const LIST_COMMANDS: readonly Command[] = LISTINGS.map(
  ({ name, summary, options, headings, what, items }) => ({
    name,
    summary,
    options,
    run: async ({ services }, values) => {
      const found = await items(services.db, values)
      const keys = Object.keys(headings)
      const isAsked = Object.keys(options).some((key) => values[key] !== undefined)
      const nothing = isAsked ? `没有这样的${what}` : `还没有${what}`
      const rows = found.map((item) => keys.map((key) => String(item[key] ?? '')))
      return {
        message: found.length === 0 ? nothing : textTable(Object.values(headings), rows),
        data: { items: found },
      }
    },
  }),
)

/** The day in Shanghai of an expression of type timestamptz. */
const day = (expression: string) =>
  sql`to_char(${sql.raw(expression)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`

/** A further condition: one of the expressions contains `find`. */
const matching = (find: string | undefined, expressions: readonly string[]): RawBuilder<unknown> => {
  if (find === undefined) return sql``
  return sql`and ${contains(find, ...expressions.map((expression) => sql.raw(expression)))}`
}

/** A further condition on `c`. Refuses an unknown code: an empty list would look like a company that has nothing. */
async function ofCompany(db: Db, code: string | undefined): Promise<RawBuilder<unknown>> {
  if (code === undefined) return sql``
  const company = await db.selectFrom('companies').select('id').where('code', '=', code).executeTakeFirst()
  if (!company) throw new Error(`没有编码为 ${code} 的公司：--company`)
  return sql`and c.id = ${company.id}`
}
