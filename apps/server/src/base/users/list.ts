import { plainAccount, plainPhone } from '@pianzhang/contract/numbers'
import type { User, UserList, UserQuery } from '@pianzhang/contract/users'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { containing, contains } from '../../platform/lists/like.ts'
import { listPage } from '../../platform/lists/list-page.ts'
import { entered } from '../projects/load.ts'
import { userAnswer } from './answer.ts'
import { linksOf, loadUser, userColumns, usersOf } from './load.ts'

/** A page of the company's accounts, newest first. */
export async function listUsers(
  db: Db,
  context: PersonContext,
  { query }: Input<unknown, UserQuery, unknown>,
): Promise<UserList> {
  const { rows, count } = await listPage(
    db,
    {
      columns: userColumns,
      from: sql`${usersOf(context.companyId)} ${conditions(context, query)}`,
      order: sql`u.id desc`,
    },
    query,
  )
  const links = await linksOf(
    db,
    context,
    rows.map(({ id }) => id),
  )
  return {
    items: rows.map((row) => userAnswer(context, { row, links: links.get(row.id) ?? [] })),
    listTotal: count,
  }
}

/** The filters, each as a further condition on `u` and `r`. */
function conditions(context: PersonContext, query: UserQuery): RawBuilder<unknown> {
  const { keywords, status, role_code, project_code } = query
  const and: RawBuilder<unknown>[] = []
  if (keywords) {
    const phone = plainAccount(plainPhone(keywords))
    const byPhone = phone === '' ? sql`` : sql`or u.phone like ${containing(phone)}`
    and.push(sql`and (${contains(keywords, 'u.name', 'u.post')} ${byPhone})`)
  }
  if (status !== undefined) and.push(sql`and case when u.disabled then '1' else '0' end = ${status}`)
  if (role_code !== undefined) and.push(sql`and r.code = ${role_code}`)
  if (project_code !== undefined)
    and.push(sql`and exists (select 1 from project_members l join projects p on p.id = l.project_id
      where l.user_id = u.id and p.code = ${project_code} and ${entered(context)})`)
  return sql.join(and, sql` `)
}

export async function showUser(
  db: Db,
  context: PersonContext,
  { params }: Input<{ code: string }, unknown, unknown>,
): Promise<User> {
  return userAnswer(context, await loadUser(db, context, params.code))
}
