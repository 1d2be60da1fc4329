import { AUDIT_ACTIONS, AUDIT_RESOURCES, type AuditLog, recordText } from '@pianzhang/contract/audit-logs'

const ACTIONS: Readonly<Record<string, string>> = AUDIT_ACTIONS

export const actionOf = ({ action }: AuditLog): string => ACTIONS[action] ?? action

export const resourceOf = ({ resource }: AuditLog): string =>
  AUDIT_RESOURCES.find(({ value }) => value === resource)?.label ?? resource

/** 2026-11-21 08:00:59, with seconds, which tell the order of one person's actions. */
export const secondOf = ({ created_at }: AuditLog): string => created_at.slice(0, 19).replace('T', ' ')

/** Whether fields were changed: a login, a log-out or a change of the password has none. */
export const isChange = ({ before, after }: AuditLog): boolean => before !== null || after !== null

/** 修改 · 付款 */
export const deedOf = (row: AuditLog): string => `${actionOf(row)} · ${resourceOf(row)}`

export const recordOf = ({ record }: AuditLog): string => recordText(record)

export const nameOf = (row: AuditLog): string => `${deedOf(row)} ${recordOf(row)}`
