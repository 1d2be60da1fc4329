import { SUPER_ROLE } from '@pianzhang/contract/roles'
import type { TransferQuery } from '@pianzhang/contract/users'
import { audit, ofCompany } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { endSessions } from '../../platform/http/end-sessions.ts'
import { Failure, invalid, refused } from '../../platform/http/errors.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import type { PeopleRules } from '../roles/rule.ts'
import { findUser, loadUser, lockUsers } from './load.ts'

const FIELD = 'transfer_user_code'

/**
 * Hands the super administrator's rights to a colleague; the former super administrator gets the colleague's role. The sessions of both end.
 * Both accounts are locked: the receiver stays enabled until the commit, and of two concurrent transfers the second throws `sessionEnded`.
 */
export async function transferSuper(
  tx: Tx,
  context: PersonContext,
  rules: PeopleRules,
  { params, query }: Input<{ code: string }, TransferQuery, unknown>,
) {
  const receiverCode = query.transfer_user_code
  await lockUsers(tx, context, [context.userCode, params.code, receiverCode])
  const { row: giver } = await loadUser(tx, context, params.code)
  const caller = await findUser(tx, context, context.userCode)
  if (!caller?.is_super) throw new Failure('sessionEnded')
  if (!giver.is_super) throw refused('只能移交超级管理员')
  const receiver = await findUser(tx, context, receiverCode)
  if (!receiver) throw invalid([{ field: FIELD, message: '账号不存在或已被删除' }])
  if (receiver.is_super) throw invalid([{ field: FIELD, message: '不能移交给自己' }])
  if (receiver.disabled) throw invalid([{ field: FIELD, message: '该账号已禁用，不能接收移交' }])
  // In this order: an index allows one super administrator of a company at a time.
  for (const { row, is_super, role_id } of [
    { row: giver, is_super: false, role_id: receiver.role_id },
    { row: receiver, is_super: true, role_id: null },
  ])
    await tx
      .updateTable('users')
      .set({ is_super, role_id, version: row.version + 1 })
      .where('id', '=', row.id)
      .execute()
  await endSessions(tx, [giver.id, receiver.id], context.now)
  context.outgoing.cookie = null
  const projects = await tx
    .selectFrom('projects')
    .select('id')
    .where('company_id', '=', context.companyId)
    .where('deleted_at', 'is', null)
    .execute()
  const projectIds = projects.map(({ id }) => id)
  for (const { changed } of rules) await changed(tx, context, projectIds)
  const role = receiver.role_name
  await audit(
    tx,
    ofCompany(context),
    {
      action: 'transfer',
      resource: 'user',
      code: giver.code,
      label: giver.name,
      before: { role: SUPER_ROLE.name },
      after: { role },
    },
    {
      action: 'transfer',
      resource: 'user',
      code: receiver.code,
      label: receiver.name,
      before: { role },
      after: { role: SUPER_ROLE.name },
    },
  )
  return {}
}
