import type { FieldError } from '@pianzhang/contract/errors'
import { userBody } from '@pianzhang/contract/users'
import { sql } from 'kysely'
import { anyOf, type Tx } from '../../platform/database/database.ts'
import { rightsOf } from '../../platform/http/account.ts'
import { isOperatorPhone } from '../../platform/http/operator.ts'
import { lacking } from '../../platform/http/rights.ts'
import type { PersonContext } from '../../platform/http/route.ts'
import { validFields } from '../../platform/http/valid-fields.ts'
import { namesOf } from '../../platform/lists/naming.ts'
import { weakPassword } from '../../platform/login/passwords.ts'
import { entered } from '../projects/load.ts'
import type { Linked } from './load.ts'

/** Something that a body refers to, or the errors of the reference. */
export interface Found<T> {
  value: T
  errors: FieldError[]
}

/**
 * The id of the role that an account is to get; null: none. The role must be of the company, and allow no more than the editor may do: nobody
 * grants rights that they lack. It is locked against deletion until the commit.
 */
export async function findRole(
  tx: Tx,
  context: PersonContext,
  code: string | null,
): Promise<Found<bigint | null>> {
  if (code === null) return { value: null, errors: [] }
  const role = await tx
    .selectFrom('roles')
    .select('id')
    .where('company_id', '=', context.companyId)
    .where('code', '=', code)
    .forKeyShare()
    .executeTakeFirst()
  if (!role) return { value: null, errors: [{ field: 'role_code', message: '角色不存在或已被删除' }] }
  const entries = await tx
    .selectFrom('role_permissions')
    .select(['model', 'actions'])
    .where('role_id', '=', role.id)
    .execute()
  const lacked = lacking(
    context,
    rightsOf(Object.fromEntries(entries.map(({ model, actions }) => [model, actions]))),
  )
  const errors =
    lacked.length > 0
      ? [{ field: 'role_code', message: `该角色的权限超出您的权限，不能授予：${namesOf(lacked)}` }]
      : []
  return { value: role.id, errors }
}

/** The projects of these codes, which the editor must be able to enter. Locked against deletion until the commit. */
export async function findProjects(
  tx: Tx,
  context: PersonContext,
  codes: readonly string[],
): Promise<Found<Linked[]>> {
  if (codes.length === 0) return { value: [], errors: [] }
  const { rows } = await sql<Linked>`select p.id, p.code, p.name, true as visible from projects p
    where p.code = ${anyOf(codes)} and ${entered(context)} order by p.id for key share of p`.execute(tx)
  const found = new Set(rows.map(({ code }) => code))
  const errors = codes.flatMap((code, index) =>
    found.has(code) ? [] : [{ field: `project_codes[${index}]`, message: '项目不存在或已被删除' }],
  )
  return { value: rows, errors }
}

/**
 * An error for a phone number of OPERATOR_PHONES, which opens the state of the server: it gets to an account by the operator's commands alone, or
 * anybody who makes accounts could take a listed number that no account has.
 */
export const operatorsPhone = (context: PersonContext, phone: string): FieldError[] =>
  isOperatorPhone(context, phone)
    ? [{ field: 'phone', message: '该手机号属于系统运营人员，不能在这里使用' }]
    : []

/** An error if another account has the phone number, in any company: people log in with it. */
export async function takenPhone(tx: Tx, phone: string, ownId: bigint): Promise<FieldError[]> {
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where('phone', '=', phone)
    .where('deleted_at', 'is', null)
    .where('id', '!=', ownId)
    .executeTakeFirst()
  return other ? [{ field: 'phone', message: '该手机号已被使用' }] : []
}

/** Errors of the references in a new account's body that its schema has refused, so that all errors are reported at once. */
export async function alsoWrong(tx: Tx, context: PersonContext, given: unknown): Promise<FieldError[]> {
  const { phone, password, role_code, project_codes } = validFields(userBody, given)
  return [
    ...(phone === undefined ? [] : [...operatorsPhone(context, phone), ...(await takenPhone(tx, phone, 0n))]),
    ...weakPassword(password, phone),
    ...(await findRole(tx, context, role_code ?? null)).errors,
    ...(await findProjects(tx, context, project_codes ?? [])).errors,
  ]
}
