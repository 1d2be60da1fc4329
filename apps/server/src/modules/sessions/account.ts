import { formatInstant } from '@pianzhang/contract/calendar'
import { type Model, RESOURCES } from '@pianzhang/contract/permissions'
import type { Profile, passwordBody, preferences } from '@pianzhang/contract/session'
import type { z } from 'zod'
import { audit } from '../../platform/audit.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { invalid, missing } from '../../platform/errors.ts'
import { ABSOLUTE_MS, IDLE_MS } from '../../platform/guard.ts'
import { checkPassword, hashPassword } from '../../platform/passwords.ts'
import type { Input, PersonContext } from '../../platform/route.ts'

export async function showProfile(_db: Db, context: PersonContext): Promise<Profile> {
  const { project } = context
  return {
    code: context.userCode,
    name: context.userName,
    phone: context.phone,
    company: { code: context.companyCode, name: context.companyName },
    role: {
      code: context.role?.code ?? '',
      name: context.isSuper ? '超级管理员' : (context.role?.name ?? ''),
      is_super: context.isSuper,
    },
    current_permissions: RESOURCES.flatMap(({ model, actions }) => {
      const allowed = actions.filter((action) => context.can(model as Model, action))
      return allowed.length > 0 ? [{ resource_model: model, actions: allowed }] : []
    }),
    current_project: project && {
      code: project.code,
      name: project.name,
      archive_at: project.archiveAt && formatInstant(project.archiveAt),
      expire_at: project.expireAt,
      expired: project.readOnly === 'expired',
    },
    must_change_password: context.mustChangePassword,
  }
}

/** Ends the session that asks. */
export async function logOut(tx: Tx, context: PersonContext) {
  await tx
    .updateTable('sessions')
    .set({ ended_at: context.now, end_reason: 'logout' })
    .where('id', '=', context.sessionId)
    .execute()
  await audit(tx, context, {
    action: 'logout',
    resource: 'user',
    code: context.userCode,
    label: context.userName,
  })
  context.outgoing.cookie = null
  return {}
}

/** Sets a new password; the other sessions end, this one goes on. */
export async function changePassword(
  tx: Tx,
  context: PersonContext,
  { body }: Input<unknown, unknown, z.output<typeof passwordBody>>,
) {
  const user = await tx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', context.userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!(await checkPassword(user.password_hash, body.old_password)))
    throw invalid([{ field: 'old_password', message: '原密码不正确' }])
  await tx
    .updateTable('users')
    .set({ password_hash: await hashPassword(body.password), must_change_password: false })
    .where('id', '=', context.userId)
    .execute()
  await tx
    .updateTable('sessions')
    .set({ ended_at: context.now, end_reason: 'ended' })
    .where('user_id', '=', context.userId)
    .where('id', '!=', context.sessionId)
    .where('ended_at', 'is', null)
    .execute()
  await audit(tx, context, {
    action: 'password',
    resource: 'user',
    code: context.userCode,
    label: context.userName,
  })
  return {}
}

/** One's own sessions that are still open, newest first. */
export async function listSessions(db: Db, context: PersonContext) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'code', 'created_at', 'seen_at', 'address', 'agent'])
    .where('user_id', '=', context.userId)
    .where('ended_at', 'is', null)
    .where('seen_at', '>', new Date(context.now.getTime() - IDLE_MS))
    .where('created_at', '>', new Date(context.now.getTime() - ABSOLUTE_MS))
    .orderBy('id', 'desc')
    .execute()
  const items = rows.map((row) => ({
    code: row.code,
    created_at: formatInstant(row.created_at),
    seen_at: formatInstant(row.seen_at),
    address: row.address,
    agent: row.agent,
    current: row.id === context.sessionId,
  }))
  return { items, listTotal: items.length }
}

export async function endSession(
  tx: Tx,
  context: PersonContext,
  { params }: Input<{ code: string }, unknown, unknown>,
) {
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: context.now, end_reason: 'logout' })
    .where('code', '=', params.code)
    .where('user_id', '=', context.userId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw missing()
  await audit(tx, context, {
    action: 'logout',
    resource: 'user',
    code: context.userCode,
    label: context.userName,
  })
  if (ended.id === context.sessionId) context.outgoing.cookie = null
  return {}
}

export async function showPreferences(db: Db, context: PersonContext) {
  const row = await db
    .selectFrom('users')
    .select('preferences')
    .where('id', '=', context.userId)
    .executeTakeFirstOrThrow()
  return row.preferences as z.input<typeof preferences>
}

/** What the pages remember replaces what they remembered; it is no record of the ledger, so the log does not list it. */
export async function savePreferences(
  tx: Tx,
  context: PersonContext,
  { body }: Input<unknown, unknown, z.output<typeof preferences>>,
) {
  await tx
    .updateTable('users')
    .set({ preferences: JSON.stringify(body) })
    .where('id', '=', context.userId)
    .execute()
  return body
}
