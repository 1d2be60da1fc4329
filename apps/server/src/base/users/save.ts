import type { AddedUser, User, UserBody, UserUpdate } from '@pianzhang/contract/users'
import { audit, ofCompany } from '../../platform/audit/audit.ts'
import { newCode } from '../../platform/codes.ts'
import type { Tx } from '../../platform/database/database.ts'
import { endSessions } from '../../platform/http/end-sessions.ts'
import { checkVersion, invalid } from '../../platform/http/errors.ts'
import type { Input, PersonContext } from '../../platform/http/route.ts'
import { initialPasswordEnd } from '../../platform/login/initial-password.ts'
import { type PasswordHashes, weakPassword } from '../../platform/login/passwords.ts'
import type { PeopleRules } from '../roles/rule.ts'
import { snapshot, userAnswer } from './answer.ts'
import { changeProjects } from './links.ts'
import { type Linked, loadUser, openUser, targetOf, type UserRow } from './load.ts'
import type { NewPassword } from './new-password.ts'
import { setPassword } from './password.ts'
import { findProjects, findRole, operatorsPhone, takenPhone } from './references.ts'
import { type Change, checkEditable, checkRemovable, wrongChanges } from './rules.ts'

/** Creates an account. Its password, typed or shown in the answer, is known to the editor and must be changed at the first login. */
export async function addUser(
  tx: Tx,
  context: PersonContext,
  rules: PeopleRules,
  { body, ahead }: Input<unknown, unknown, UserBody> & { ahead: NewPassword },
): Promise<AddedUser> {
  const role = await findRole(tx, context, body.role_code ?? null)
  const projects = await findProjects(tx, context, body.project_codes ?? [])
  const errors = [
    ...operatorsPhone(context, body.phone),
    ...(await takenPhone(tx, body.phone, 0n)),
    ...weakPassword(body.password, body.phone),
    ...role.errors,
    ...projects.errors,
  ]
  if (errors.length > 0) throw invalid(errors)
  const user = await tx
    .insertInto('users')
    .values({
      code: newCode(),
      company_id: context.companyId,
      name: body.name,
      post: body.post,
      phone: body.phone,
      password_hash: ahead.hash,
      must_change_password: true,
      password_expires_at: initialPasswordEnd(context.now),
      disabled: body.status === '1',
      role_id: role.value,
      creator_id: context.userId,
      created_at: context.now,
    })
    .returning(['id', 'code', 'name'])
    .executeTakeFirstOrThrow()
  const { row } = await loadUser(tx, context, user.code)
  await audit(tx, ofCompany(context), {
    action: 'create',
    resource: 'user',
    code: row.code,
    label: row.name,
    after: snapshot(row),
  })
  await changeProjects(tx, context, user, [], projects.value)
  for (const { changed } of rules) await changed(tx, context, idsOf(projects.value))
  return { ...userAnswer(context, await loadUser(tx, context, user.code)), ...ahead.shown }
}

/** Changes an account. Throws 403 for an account that the editor may not change, 409 for a stale version. */
export async function updateUser(
  tx: Tx,
  caller: PersonContext,
  rules: PeopleRules,
  { params, body, ahead }: Input<{ code: string }, unknown, UserUpdate> & { ahead: PasswordHashes },
): Promise<User> {
  const { context, user: before } = await openUser(tx, caller, params.code, 'write')
  const change = changesOf(before.row, body)
  const target = targetOf(before)
  checkEditable(context, target, change.status === '1')
  const role = await findRole(tx, context, change.role ?? null)
  const projects = target.isSuper ? undefined : body.project_codes
  const wanted = await findProjects(tx, context, projects ?? [])
  const errors = [
    ...wrongChanges(context, target, change),
    ...(change.phone ? operatorsPhone(context, body.phone) : []),
    ...(await takenPhone(tx, body.phone, target.userId)),
    ...weakPassword(body.password, body.phone),
    ...role.errors,
    ...wanted.errors,
  ]
  if (errors.length > 0) throw invalid(errors)
  checkVersion(body.version, before.row.version)
  const disabled = body.status === undefined ? before.row.disabled : body.status === '1'
  await tx
    .updateTable('users')
    .set({
      name: body.name,
      post: body.post,
      phone: body.phone,
      disabled,
      role_id: change.role === undefined ? before.row.role_id : role.value,
      version: before.row.version + 1,
    })
    .where('id', '=', target.userId)
    .execute()
  if (disabled) await endSessions(tx, [target.userId], context.now)
  const saved = await loadUser(tx, context, params.code)
  await audit(tx, ofCompany(context), {
    action: 'update',
    resource: 'user',
    code: saved.row.code,
    label: saved.row.name,
    before: snapshot(before.row),
    after: snapshot(saved.row),
  })
  if (body.password != null)
    await setPassword(tx, ofCompany(context), saved.row, await ahead.hash(body.password))
  if (projects) await changeProjects(tx, context, saved.row, before.links, wanted.value)
  for (const rule of rules) {
    if (projects || change.role !== undefined || change.status !== undefined)
      await rule.changed(tx, context, idsOf([...before.links, ...wanted.value]))
    if (change.status === '1') await rule.disabled(tx, context, { kind: '账号', ...saved.row })
  }
  return userAnswer(context, await loadUser(tx, context, params.code))
}

const idsOf = (links: readonly Linked[]): bigint[] => links.map(({ id }) => id)

/** The changes in the body that the rules restrict. */
const changesOf = (row: UserRow, body: UserUpdate): Change => ({
  phone: body.phone !== row.phone,
  password: body.password != null,
  status: body.status === undefined || (body.status === '1') === row.disabled ? undefined : body.status,
  role: body.role_code === undefined || body.role_code === row.role_code ? undefined : body.role_code,
})

/** Marks an account as deleted, unless a rule keeps it: its name stays on its records, its phone number and its role are free again. */
export async function removeUser(
  tx: Tx,
  caller: PersonContext,
  rules: PeopleRules,
  { params }: Input<{ code: string }, unknown, unknown>,
) {
  const { context, user } = await openUser(tx, caller, params.code, 'delete')
  checkRemovable(context, targetOf(user))
  const { row, links } = user
  for (const { removing } of rules) await removing(tx, context, { kind: '账号', ...row })
  await tx
    .updateTable('users')
    .set({ deleted_at: context.now, role_id: null })
    .where('id', '=', row.id)
    .execute()
  await endSessions(tx, [row.id], context.now)
  await tx.deleteFrom('second_factors').where('user_id', '=', row.id).execute()
  await audit(tx, ofCompany(context), {
    action: 'delete',
    resource: 'user',
    code: row.code,
    label: row.name,
    before: snapshot(row),
  })
  const projects = links.map(({ id }) => id)
  for (const { changed } of rules) await changed(tx, context, projects)
  return {}
}
