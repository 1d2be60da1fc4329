import { z } from 'zod'
import { code } from './page.ts'

/** Jobs of the server, by their name in the table `jobs`. */
export const JOB_LABELS: Record<string, string> = {
  sessions: '清理过期的登录和验证码',
  attachments: '清理未使用的附件',
  orphans: '清理存储中无记录的文件',
  payee_search: '更新收款人的拼音',
  purge: '清除已删除满30天的项目',
  weekly: '出具每周成本报告',
  notifications: '清除满90天的通知',
  deputies: '代理审批开始和结束的通知',
  commitments: '整理合同未付金额',
  instalments: '整理付款计划待付金额',
  missing: '整理欠票',
  sizes: '统计数据库和文件的大小',
  rows: '每日备份数据（不含文件）',
}

/** Days after which the last complete backup is too old. */
export const BACKUP_DAYS = 2
/** The target of a backup that another program keeps: it counts as one only after it was read back from there. */
export const STREAM = '标准输出'
/** Percentage of free space on the disk of the data or of the backups below which the operator is warned. */
export const DISK_PERCENT = 10

const MB = 1e6
const GB = 1e9

/** 1.2 GB; below one GB in MB. Decimal, as disks are sold. */
export const sizeText = (bytes: number | null): string =>
  bytes === null
    ? '未知'
    : Math.abs(bytes) >= GB
      ? `${(bytes / GB).toFixed(1)} GB`
      : `${(bytes / MB).toFixed(1)} MB`

/** What was added within a week; empty while that is not known. */
export const growthText = (bytes: number | null): string =>
  bytes === null ? '' : `，一周${bytes < 0 ? '减少' : '增加'} ${sizeText(Math.abs(bytes))}`

const instant = z.string()
const bytes = z.number()

const backup = z.object({
  id: z.string(),
  /** rows: without files. */
  content: z.enum(['all', 'rows']),
  target: z.string(),
  started_at: instant,
  state: z.enum(['running', 'complete', 'incomplete', 'failed']),
  /** Why it failed; for one that was killed, that it was interrupted. */
  failure: z.string(),
  rows: z.number().nullable(),
  files: z.number().nullable(),
  lacking: z.number().nullable(),
  bytes: bytes.nullable(),
  verified_at: instant.nullable(),
  /** What was wrong; empty: nothing. */
  verified: z.string(),
  /** When its off-site copy was read back without a fault; null: there is none. */
  copied_at: instant.nullable(),
  /** What failed while it was copied, or older copies were removed; empty: nothing. */
  copy_failure: z.string(),
})
export type SystemBackup = z.output<typeof backup>

const job = z.object({
  name: z.string(),
  label: z.string(),
  ended_at: instant.nullable(),
  failures: z.number(),
  failure: z.string(),
})
export type SystemJob = z.output<typeof job>

const growing = {
  bytes: bytes.nullable(),
  /** Since about seven days ago; null: not known yet. */
  week_bytes: bytes.nullable(),
}

const disk = z.object({ free_bytes: bytes, total_bytes: bytes })

export const systemState = z.object({
  version: z.string(),
  /** Seconds. */
  uptime: z.number(),
  /** In Chinese: what needs somebody. Empty: all is well. */
  warnings: z.array(z.string()),
  /** In Chinese: what is unwise, though nothing is wrong now. */
  notes: z.array(z.string()),
  database: z.object({ name: z.string(), ready: z.boolean(), ...growing }),
  storage: z.object({ name: z.string(), ready: z.boolean(), files: z.number().nullable(), ...growing }),
  /** Of the data folder; null: it cannot be read. */
  disk: disk.nullable(),
  /** Of the folder of the last backups whose disk has the least room; null: there is none, or it is on the data folder's disk. */
  backup_disk: disk.extend({ folder: z.string() }).nullable(),
  backups: z.array(backup),
  /** Whether this server copies its backups to BACKUP_RESTIC_REPOSITORY; and when the last complete backup that was copied from any was made. */
  offsite: z.object({ configured: z.boolean(), last: instant.nullable() }),
  jobs: z.array(job),
  /** Who used the product in the last minutes, the last first. */
  people: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      company: z.string(),
      seen_at: instant,
      devices: z.number(),
    }),
  ),
  /** Statements of this server since the day began that took longer than SLOW_STATEMENT_MS. */
  slow: z.array(z.object({ module: z.string(), count: z.number(), max_ms: z.number(), at: instant })),
})
export type SystemState = z.output<typeof systemState>

/** 剩余 32.0 GB（45%） */
export const diskText = (disk: SystemState['disk']): string =>
  disk === null
    ? '无法读取'
    : `剩余 ${sizeText(disk.free_bytes)}（${Math.floor((disk.free_bytes / disk.total_bytes) * 100)}%）`

export const jobParams = z.object({ name: code })

export const jobAnswer = z.object({ name: z.string() })
