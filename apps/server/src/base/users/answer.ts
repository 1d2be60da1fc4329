import { formatInstant } from '@pianzhang/contract/calendar'
import { labelOf, STATUSES } from '@pianzhang/contract/lists'
import { SUPER_ROLE } from '@pianzhang/contract/roles'
import type { User } from '@pianzhang/contract/users'
import type { PersonContext } from '../../platform/http/route.ts'
import { type LoadedUser, targetOf, type UserRow } from './load.ts'
import { flags, resetRefusal } from './rules.ts'

export function userAnswer(context: PersonContext, loaded: LoadedUser): User {
  const { row, links } = loaded
  const target = targetOf(loaded)
  const can = flags(context, target)
  const why = can.write ? resetRefusal(context, target) : undefined
  return {
    code: row.code,
    version: row.version,
    name: row.name,
    post: row.post,
    phone: row.phone,
    status: statusOf(row),
    status_i18n: labelOf(STATUSES, statusOf(row)),
    role: roleOf(row),
    projects: links.filter(({ visible }) => visible).map(({ code, name }) => ({ code, name })),
    creator: row.creator_name === null ? null : { name: row.creator_name },
    created_at: formatInstant(row.created_at),
    ...(context.isSuper && { must_change_password: row.must_change_password }),
    ...(why !== undefined && { reset_refused: why }),
    can,
  }
}

const statusOf = ({ disabled }: UserRow) => (disabled ? '1' : '0')

function roleOf(row: UserRow): User['role'] {
  if (row.is_super) return { code: SUPER_ROLE.code, name: SUPER_ROLE.name, is_super: true, status: 'enable' }
  if (row.role_code === null) return null
  return {
    code: row.role_code,
    name: row.role_name ?? '',
    is_super: false,
    status: row.role_enabled ? 'enable' : 'disabled',
  }
}

/** An account's fields for the audit log, in words. Its project links are logged apart (links.ts). */
export const snapshot = (row: UserRow) => ({
  name: row.name,
  post: row.post,
  phone: row.phone,
  status: labelOf(STATUSES, statusOf(row)),
  role: roleOf(row)?.name ?? null,
})
