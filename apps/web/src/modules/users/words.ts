import type { User } from '@pianzhang/contract/users'

export const isSuper = ({ role }: User): boolean => role?.is_super ?? false

/** 财务, or 财务（已禁用）: a disabled role grants nothing. */
export const roleOf = ({ role }: User): string =>
  role ? (role.status === 'disabled' ? `${role.name}（已禁用）` : role.name) : ''

/** Project names joined by commas. The super administrator may enter all projects without being assigned to any. */
export const projectsOf = (row: User): string =>
  row.projects.map(({ name }) => name).join('，') || (isSuper(row) ? '全部项目' : '')

/** Named in questions: two people may have one name. */
export const nameOf = ({ name, phone }: User): string => `${name}，${phone}`
