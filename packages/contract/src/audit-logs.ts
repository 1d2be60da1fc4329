import { z } from 'zod'
import { dateInput } from './calendar.ts'
import { formatYuan } from './money.ts'
import { code, listOf, orAbsent, pageQuery, queryText } from './page.ts'
import { type Model, RESOURCES } from './permissions.ts'

/** What an entry of the operation log says was done, in words. */
export const AUDIT_ACTIONS = {
  create: '新增',
  update: '修改',
  delete: '删除',
  import: '批量新增',
  write_off: '核销',
  export: '导出',
  reveal: '查看完整号码',
  login: '登录',
  logout: '退出登录',
  select: '进入项目',
  archive: '归档',
  unarchive: '取消归档',
  password: '修改密码',
  transfer: '移交',
  void: '作废',
  unvoid: '撤销作废',
  restore: '恢复',
  submit: '提交',
  approve: '同意',
  reject: '驳回',
  withdraw: '撤回',
  purge: '彻底删除',
} as const
export type AuditAction = keyof typeof AUDIT_ACTIONS

/** Resources of log entries for which roles have no permissions. */
const OTHER_RESOURCES = { attachment: '附件', company: '公司', system: '系统' } as const
export type AuditResource = Model | keyof typeof OTHER_RESOURCES

/** The resources of entries in words, in the order of the filter. */
export const AUDIT_RESOURCES: readonly { value: AuditResource; label: string }[] = [
  ...RESOURCES.filter(({ model }) => model !== 'overview').map(({ model, name }) => ({
    value: model,
    label: name,
  })),
  ...Object.entries(OTHER_RESOURCES).map(([value, label]) => ({ value: value as AuditResource, label })),
]

/** A record's name as the page shows it: amounts with separators, 5,568.80元. The log stores 5568.80元, so that a search finds it. */
export const recordText = (record: string): string => record.replace(/-?\d+\.\d{2}(?= ?元)/g, formatYuan)

/** The filters of the operation log; both days are included, in Asia/Shanghai. */
const auditLogFilters = {
  /** The entries of one person, also of one who was deleted. */
  user_code: orAbsent(code),
  resource: orAbsent(code),
  start_at: orAbsent(dateInput),
  end_at: orAbsent(dateInput),
  /** Matches part of the record's name, or its whole code. */
  keywords: queryText,
}

export const auditLogQuery = z.object({ ...pageQuery(), ...auditLogFilters })
export type AuditLogQuery = z.output<typeof auditLogQuery>

export const auditLogExportQuery = z.object(auditLogFilters)
export const auditLogExportBody = auditLogExportQuery.nullish()
export type AuditLogFilters = z.output<typeof auditLogExportQuery>

/** A list of entries replaces a long list inside a record by `{ "$count": n }`, the number of its items; this is the name. */
export const COUNTED = '$count'

/** A record as it was logged: the fields that the module keeps, secrets masked. */
const snapshot = z.record(z.string(), z.unknown()).nullable()
export type Snapshot = z.output<typeof snapshot>

export const auditLog = z.object({
  id: z.string(),
  created_at: z.string(),
  user_name: z.string(),
  action: z.string(),
  resource: z.string(),
  /** The record's name; its code, where it has none. */
  record: z.string(),
  /** The record's code; empty where the entry is about no single record. */
  record_code: z.string(),
  /** The project it belongs to; null for an entry of the company. */
  project: z.object({ code: z.string(), name: z.string() }).nullable(),
  address: z.string(),
  before: snapshot,
  after: snapshot,
  /** False if a long list of the record was replaced by the number of its items; `GET /audit_logs/{id}` answers the list. */
  complete: z.boolean(),
})
export type AuditLog = z.output<typeof auditLog>

export const auditLogList = z.object({
  ...listOf(auditLog),
  /** Whether this person may export. */
  can: z.object({ export: z.boolean() }),
})
export type AuditLogList = z.output<typeof auditLogList>
