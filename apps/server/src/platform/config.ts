import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { isMobile } from '@pianzhang/contract/numbers'
import pg from 'pg'
import { z } from 'zod'
import { isDatabaseUrl, isHttpUrl, isOrigin, isSmtpUrl } from './addresses.ts'
import { PAYMENT_SETTINGS, type PaymentConfig, readPaymentConfig } from './payments/config.ts'
import { readStorageConfig, STORAGE_SETTINGS, type StorageConfig } from './storage/config.ts'
import { reasonOf } from './system-errors.ts'

/** The settings from the environment (docs/运维/配置.md). */
export interface Config extends PaymentConfig {
  host: string
  port: number
  dataDir: string
  databaseUrl: string | null
  databaseDirectUrl: string | null
  /** A replica of the database, for statistics and exports. */
  databaseReadUrl: string | null
  /** Whether the database, or the pooler in front of it, supports prepared statements. */
  databasePrepare: boolean
  /** null: create the demo if the embedded database is empty. */
  demo: boolean | null
  publicUrl: URL | null
  trustProxy: boolean
  secret: string | null
  captchaFixed: string | null
  storage: StorageConfig
  /** Whether requests are logged. */
  log: boolean
  /** How long after SIGTERM the server still takes requests while its readiness check answers 503. */
  stopDelayMs: number
  /** Where Prometheus reads metrics; null: nowhere. */
  metrics: { host: string; port: number } | null
  /** Statements that take longer are logged; 0: none. */
  slowStatementMs: number
  siteFile: string | null
  /** The service that verifies invoices; null: the built-in provider, which asks no service. */
  invoiceCheck: { url: URL; key: string | null } | null
  /** Whether the sandbox takes payments, never in production; null: only while no real provider is configured. */
  paymentSandbox: boolean | null
  production: boolean
  /** Accounts that see the state of the server; empty: the super administrator, while there is one company. */
  operatorPhones: readonly string[]
  /** Where the embedded database's rows are backed up every day. */
  backupDir: string
  /** How many backups the nightly one keeps. */
  backupKeep: number
  /** The repository of restic to which backups are copied; null: they are not. */
  backupRepository: string | null
  /** Asked with GET after each good backup, and with `/fail` after one that failed, as healthchecks.io has it. */
  backupPing: URL | null
  /** The plan of an upgrade or rollback that waits for this server to become ready (deploy/pianzhang sets it); null: none does. */
  upgradePlan: string | null
  alerts: AlertConfig
}

/** Where the operator is told of what needs somebody; null: not there. */
export interface AlertConfig {
  webhook: URL | null
  mail: { smtp: URL; from: string; to: string } | null
}

export const SECRET_MIN = 16

const flag = z
  .enum(['0', '1', 'true', 'false', ''])
  .transform((text) => (text === '' ? null : text === '1' || text === 'true'))
const number = (least: number, most: number) => z.coerce.number().int().min(least).max(most)
const httpUrl = z.string().refine((value) => value === '' || isHttpUrl(value))
const text = z.string().transform((value) => value.trim() || null)

/** OpenTelemetry's samplers that the server has. */
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [name, `parentbased_${name}`])

const EXPECTED = {
  PORT: number(0, 65_535),
  HOST: z.string().trim().min(1),
  DATA_DIR: text,
  DATABASE_URL: text.refine((value) => value === null || isDatabaseUrl(value)),
  DATABASE_DIRECT_URL: text.refine((value) => value === null || isDatabaseUrl(value)),
  DATABASE_READ_URL: text.refine((value) => value === null || isDatabaseUrl(value)),
  DATABASE_PREPARE: flag,
  DEMO: flag,
  PUBLIC_URL: text.refine((value) => value === null || isOrigin(value)),
  TRUST_PROXY: flag,
  SECRET: text.refine((value) => value === null || value.length >= SECRET_MIN),
  CAPTCHA_FIXED: text.refine((value) => value === null || /^[A-Za-z0-9]{1,16}$/.test(value)),
  STOP_DELAY: number(0, 60),
  METRICS_PORT: z.literal('').or(number(0, 65_535)),
  METRICS_HOST: z.string().trim().min(1),
  SLOW_STATEMENT_MS: number(0, 3_600_000),
  LOG: flag,
  SITE: text,
  INVOICE_CHECK_URL: text.refine((value) => value === null || isHttpUrl(value)),
  INVOICE_CHECK_KEY: text.refine((value) => value === null || /^[\x21-\x7e]{1,1000}$/.test(value)),
  PAYMENT_SANDBOX: flag,
  OPERATOR_PHONES: z
    .string()
    .transform((value) => value.split(/[,，\s]+/).filter(Boolean))
    .refine((phones) => phones.every(isMobile)),
  BACKUP_DIR: text.refine((value) => value === null || isAbsolute(value)),
  BACKUP_KEEP: number(1, 1_000),
  BACKUP_RESTIC_REPOSITORY: text,
  BACKUP_PING_URL: text.refine((value) => value === null || isHttpUrl(value)),
  ALERT_WEBHOOK: text.refine((value) => value === null || isHttpUrl(value)),
  ALERT_MAIL_TO: text.refine((value) => value === null || value.includes('@')),
  ALERT_MAIL_FROM: text.refine((value) => value === null || value.includes('@')),
  SMTP_URL: text.refine((value) => value === null || isSmtpUrl(value)),
  NODE_ENV: z.enum(['', 'production', 'development', 'test']),
  // Read by OpenTelemetry and by the C library, which would ignore a wrong value silently.
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl,
  OTEL_TRACES_SAMPLER: z.enum(['', ...SAMPLERS]),
  OTEL_TRACES_SAMPLER_ARG: z.literal('').or(z.coerce.number().min(0).max(1)),
  OTEL_TRACES_EXPORTER: z.enum(['', 'otlp', 'none']),
  OTEL_BSP_SCHEDULE_DELAY: z.literal('').or(number(1, 3_600_000)),
  OTEL_SDK_DISABLED: z.enum(['', 'true', 'false']),
  MALLOC_ARENA_MAX: z.literal('').or(number(1, 1_000)),
} as const

type Name = keyof typeof EXPECTED
type Values = { [K in Name]: z.output<(typeof EXPECTED)[K]> }

const DATABASE_ADDRESS = 'postgres://用户:密码@主机:端口/数据库（密码中的特殊字符须编码，例如 @ 写作 %40）'
const FLAG = '0 或 1'
const PORT = '0 至 65535 的整数'
const LISTEN = '监听地址，例如 127.0.0.1'
const HTTP = 'http:// 或 https:// 开头的网址'

const WORDS: Record<Name, string> = {
  PORT,
  HOST: LISTEN,
  DATA_DIR: '文件夹的路径',
  DATABASE_URL: DATABASE_ADDRESS,
  DATABASE_DIRECT_URL: DATABASE_ADDRESS,
  DATABASE_READ_URL: DATABASE_ADDRESS,
  DATABASE_PREPARE: FLAG,
  DEMO: FLAG,
  PUBLIC_URL: 'http:// 或 https:// 开头、不含路径的网址',
  TRUST_PROXY: FLAG,
  SECRET: '至少16个字符',
  CAPTCHA_FIXED: '1 至 16 个字母或数字',
  STOP_DELAY: '0 至 60 的整数（秒）',
  METRICS_PORT: PORT,
  METRICS_HOST: LISTEN,
  SLOW_STATEMENT_MS: '0 至 3600000 的整数（毫秒）',
  LOG: FLAG,
  SITE: 'JSON 文件的路径',
  INVOICE_CHECK_URL: HTTP,
  INVOICE_CHECK_KEY: '不含空格的密钥',
  PAYMENT_SANDBOX: FLAG,
  OPERATOR_PHONES: '账号的手机号，多个用逗号分隔',
  BACKUP_DIR: '以 / 开头的文件夹路径',
  BACKUP_KEEP: '1 至 1000 的整数（个）',
  BACKUP_RESTIC_REPOSITORY: 'restic 的仓库地址',
  BACKUP_PING_URL: HTTP,
  ALERT_WEBHOOK: HTTP,
  ALERT_MAIL_TO: '邮箱地址，多个用逗号分隔',
  ALERT_MAIL_FROM: '邮箱地址',
  SMTP_URL:
    'smtps://用户:密码@主机:465 或 smtp://用户:密码@主机:587（用户和密码中的特殊字符须编码，例如 @ 写作 %40）',
  NODE_ENV: 'production（正式使用）',
  OTEL_EXPORTER_OTLP_ENDPOINT: HTTP,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: HTTP,
  OTEL_TRACES_SAMPLER: SAMPLERS.join('、'),
  OTEL_TRACES_SAMPLER_ARG: '0 至 1 的数',
  OTEL_TRACES_EXPORTER: 'otlp 或 none',
  OTEL_BSP_SCHEDULE_DELAY: '1 至 3600000 的整数（毫秒）',
  OTEL_SDK_DISABLED: 'true 或 false',
  MALLOC_ARENA_MAX: '1 至 1000 的整数，例如 2',
}

const DEFAULTS: Partial<Record<Name, string>> = {
  PORT: '3000',
  HOST: '127.0.0.1',
  STOP_DELAY: '0',
  METRICS_HOST: '127.0.0.1',
  SLOW_STATEMENT_MS: '1000',
  BACKUP_KEEP: '7',
}

/** Variables whose values are not printed. */
const HIDDEN = new Set<Name>([
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'SECRET',
  'INVOICE_CHECK_KEY',
  'BACKUP_RESTIC_REPOSITORY',
  'BACKUP_PING_URL',
  'ALERT_WEBHOOK',
  'SMTP_URL',
])

/** Variables that may be given as a file: `SECRET_FILE` names one with the value of `SECRET`. */
export const WITH_FILES: readonly Name[] = [...HIDDEN]

/** Every variable that is a setting. */
export const SETTING_NAMES: readonly string[] = [
  ...Object.keys(EXPECTED),
  ...WITH_FILES.map((name) => `${name}_FILE`),
  ...STORAGE_SETTINGS,
  ...PAYMENT_SETTINGS,
]

/** An error that the operator can correct: names the mistake and the expected value; printed without a stack. */
export class ConfigError extends Error {
  /** Whether another program, server or disk is at fault, so that the same start may succeed later. */
  readonly transient: boolean

  constructor(message: string, { transient = false }: { transient?: boolean } = {}) {
    super(message)
    this.transient = transient
  }
}

/** Reads and checks the environment. Throws `ConfigError` that names every wrong variable. */
export function readConfig(given: NodeJS.ProcessEnv, dataDir: string): Config {
  const { env, wrong } = withFiles(given)
  const values = checked(env, wrong)
  const { INVOICE_CHECK_URL, INVOICE_CHECK_KEY, METRICS_PORT, ALERT_WEBHOOK, ALERT_MAIL_TO, SMTP_URL } =
    values
  const backupPing = values.BACKUP_PING_URL
  const publicUrl = values.PUBLIC_URL && isOrigin(values.PUBLIC_URL) ? new URL(values.PUBLIC_URL) : null
  const payments = readPaymentConfig(env, publicUrl)
  const { wrong: wrongStorage, ...storage } = readStorageConfig(env, publicUrl)
  const config: Config = {
    host: values.HOST,
    port: values.PORT,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    databasePrepare: values.DATABASE_PREPARE ?? true,
    demo: values.DEMO,
    publicUrl,
    trustProxy: values.TRUST_PROXY ?? false,
    secret: values.SECRET,
    captchaFixed: values.CAPTCHA_FIXED,
    storage,
    log: values.LOG ?? true,
    stopDelayMs: values.STOP_DELAY * 1_000,
    metrics: METRICS_PORT === '' ? null : { host: values.METRICS_HOST, port: METRICS_PORT },
    slowStatementMs: values.SLOW_STATEMENT_MS,
    siteFile: values.SITE,
    invoiceCheck:
      INVOICE_CHECK_URL && isHttpUrl(INVOICE_CHECK_URL)
        ? { url: new URL(INVOICE_CHECK_URL), key: INVOICE_CHECK_KEY }
        : null,
    alipay: payments.alipay,
    wechatPay: payments.wechatPay,
    paymentSandbox: values.PAYMENT_SANDBOX,
    production: values.NODE_ENV === 'production',
    operatorPhones: values.OPERATOR_PHONES ?? [],
    backupDir: values.BACKUP_DIR ?? join(dataDir, 'backups'),
    backupKeep: values.BACKUP_KEEP,
    backupRepository: values.BACKUP_RESTIC_REPOSITORY,
    backupPing: backupPing && isHttpUrl(backupPing) ? new URL(backupPing) : null,
    upgradePlan: env.PIANZHANG_UPGRADE_PLAN?.trim() || null,
    alerts: {
      webhook: ALERT_WEBHOOK && isHttpUrl(ALERT_WEBHOOK) ? new URL(ALERT_WEBHOOK) : null,
      mail:
        SMTP_URL && isSmtpUrl(SMTP_URL) && ALERT_MAIL_TO
          ? { smtp: new URL(SMTP_URL), from: values.ALERT_MAIL_FROM ?? ALERT_MAIL_TO, to: ALERT_MAIL_TO }
          : null,
    },
  }
  wrong.push(...payments.wrong, ...wrongStorage)
  if (config.production && config.captchaFixed)
    wrong.push('环境变量 CAPTCHA_FIXED 只用于测试，NODE_ENV=production 时不能设置')
  if (config.production && config.paymentSandbox)
    wrong.push('环境变量 PAYMENT_SANDBOX 只用于测试，NODE_ENV=production 时不能开启')
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const)
    if (values[name] && !values.DATABASE_URL) wrong.push(`设置了环境变量 ${name} 时必须同时设置 DATABASE_URL`)
  if (config.metrics?.port && config.metrics.port === config.port)
    wrong.push(`环境变量 METRICS_PORT 不能与 PORT（${config.port}）相同`)
  if (INVOICE_CHECK_KEY && !INVOICE_CHECK_URL)
    wrong.push('设置了环境变量 INVOICE_CHECK_KEY 时必须同时设置 INVOICE_CHECK_URL')
  if (!ALERT_MAIL_TO !== !SMTP_URL) wrong.push('环境变量 ALERT_MAIL_TO 和 SMTP_URL 须同时设置')
  // Checked on the raw text: a malformed address needs a secret as well, and both are reported at once.
  if (env.DATABASE_URL?.trim() && !env.SECRET?.trim())
    wrong.push('使用 DATABASE_URL 时必须设置环境变量 SECRET（至少16个字符），用于签名下载链接')
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
  return config
}

/** The values of all settings in `EXPECTED`; adds a line to `wrong` for each that is not as expected, whose value is then undefined. */
function checked(env: NodeJS.ProcessEnv, wrong: string[]): Values {
  const names = Object.keys(EXPECTED) as Name[]
  const values = names.map((name) => {
    const value = env[name]?.trim() || DEFAULTS[name] || ''
    const parsed = EXPECTED[name].safeParse(value)
    const shown = HIDDEN.has(name) ? '' : `“${value}”`
    if (!parsed.success) wrong.push(`环境变量 ${name} 的值${shown}不正确，应为：${WORDS[name]}`)
    return [name, parsed.data]
  })
  return Object.fromEntries(values)
}

/** The environment with the contents of the files that `…_FILE` names, without the newline at their end; and what is wrong with them. */
function withFiles(given: NodeJS.ProcessEnv): { env: NodeJS.ProcessEnv; wrong: string[] } {
  const env = { ...given }
  const wrong: string[] = []
  for (const name of WITH_FILES) {
    const path = given[`${name}_FILE`]?.trim()
    if (!path) continue
    if (given[name]?.trim()) wrong.push(`环境变量 ${name} 和 ${name}_FILE 只能设置一个`)
    try {
      env[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
      if (env[name] === '') wrong.push(`环境变量 ${name}_FILE 的文件 ${path} 是空的`)
    } catch (error) {
      wrong.push(`无法读取环境变量 ${name}_FILE 的文件 ${path}：${reasonOf(error)}`)
    }
  }
  return { env, wrong }
}

/** `host:port/name`, or the data folder of the embedded database; without user and password. */
export function databaseName({
  databaseUrl,
  databaseDirectUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>): string {
  const address = databaseDirectUrl ?? databaseUrl
  if (!address) return `内置（${join(dataDir, 'postgres')}）`
  const { host, port, database } = new pg.Client({ connectionString: address })
  return `${host}:${port}/${database}`
}

/** A signature of the parts (HMAC-SHA-256, cut to 132 bits); `purpose` keeps the signature of a link from being valid for a token. */
export const sign = (secret: string, purpose: string, parts: readonly (string | number)[]) =>
  createHmac('sha256', secret)
    .update(JSON.stringify([purpose, ...parts]))
    .digest('base64url')
    .slice(0, 22)
