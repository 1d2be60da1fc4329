import { AUDIT_ACTIONS, AUDIT_RESOURCES, type AuditLog } from '@pianzhang/contract/audit-logs'
import { formatYuan } from '@pianzhang/contract/money'

const ACTIONS: Readonly<Record<string, string>> = AUDIT_ACTIONS

export const actionOf = ({ action }: AuditLog): string => ACTIONS[action] ?? action

export const resourceOf = ({ resource }: AuditLog): string =>
  AUDIT_RESOURCES.find(({ value }) => value === resource)?.label ?? resource

/** 2026-11-21 08:00:59: seconds tell the order of what one person did. */
export const secondOf = ({ created_at }: AuditLog): string => created_at.slice(0, 19).replace('T', ' ')

/** 修改 · 付款 */
export const deedOf = (row: AuditLog): string => `${actionOf(row)} · ${resourceOf(row)}`

/** FK202611231993 某某五金建材商行 5,568.80元: the log keeps amounts without separators, as they are searched. */
export const recordOf = ({ record }: AuditLog): string => record.replace(/-?\d+\.\d{2}(?= ?元)/g, formatYuan)

export const nameOf = (row: AuditLog): string => `${deedOf(row)} ${recordOf(row)}`
