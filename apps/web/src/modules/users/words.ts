import type { User } from '@pianzhang/contract/users'

export const isSuper = ({ role }: User): boolean => role?.is_super ?? false

/** 财务; a role that is disabled grants nothing, so it is said. */
export const roleOf = ({ role }: User): string =>
  role ? (role.status === 'disabled' ? `${role.name}（已禁用）` : role.name) : ''

/** Joined by commas; the super administrator needs no links to enter all. */
export const projectsOf = (row: User): string =>
  row.projects.map(({ name }) => name).join('，') || (isSuper(row) ? '全部项目' : '')

/** Named in questions: two people may have one name. */
export const nameOf = ({ name, phone }: User): string => `${name}，${phone}`
