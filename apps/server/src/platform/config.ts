import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { isMobile } from '@pianzhang/contract/numbers'
import pg from 'pg'
import { z } from 'zod'
import { type PaymentConfig, readPaymentConfig } from './payments/config.ts'
import { readStorageConfig, type StorageConfig } from './storage/config.ts'

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
  /** The repository of restic to which backups are copied; null: they are not. */
  backupRepository: string | null
  /** Asked with GET after each good backup, and with `/fail` after one that failed, as healthchecks.io has it. */
  backupPing: URL | null
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
const text = z.string().transform((value) => value.trim() || null)

const EXPECTED = {
  PORT: z.coerce.number().int().min(0).max(65_535),
  HOST: z.string().trim().min(1),
  DATABASE_URL: text.refine((value) => value === null || isDatabaseUrl(value)),
  DATABASE_DIRECT_URL: text.refine((value) => value === null || isDatabaseUrl(value)),
  DATABASE_READ_URL: text.refine((value) => value === null || isDatabaseUrl(value)),
  DATABASE_PREPARE: flag,
  DEMO: flag,
  PUBLIC_URL: text.refine((value) => value === null || isOrigin(value)),
  TRUST_PROXY: flag,
  SECRET: text.refine((value) => value === null || value.length >= SECRET_MIN),
  CAPTCHA_FIXED: text.refine((value) => value === null || /^[A-Za-z0-9]{1,16}$/.test(value)),
  STOP_DELAY: z.coerce.number().int().min(0).max(60),
  METRICS_PORT: z.literal('').or(z.coerce.number().int().min(0).max(65_535)),
  METRICS_HOST: z.string().trim().min(1),
  SLOW_STATEMENT_MS: z.coerce.number().int().min(0).max(3_600_000),
  SITE: text,
  INVOICE_CHECK_URL: text.refine((value) => value === null || isHttpUrl(value)),
  INVOICE_CHECK_KEY: text.refine((value) => value === null || /^[\x21-\x7e]{1,1000}$/.test(value)),
  PAYMENT_SANDBOX: flag,
  OPERATOR_PHONES: z
    .string()
    .transform((value) => value.split(/[,，\s]+/).filter(Boolean))
    .refine((phones) => phones.every(isMobile)),
  BACKUP_DIR: text.refine((value) => value === null || isAbsolute(value)),
  BACKUP_RESTIC_REPOSITORY: text,
  BACKUP_PING_URL: text.refine((value) => value === null || isHttpUrl(value)),
  ALERT_WEBHOOK: text.refine((value) => value === null || isHttpUrl(value)),
  ALERT_MAIL_TO: text.refine((value) => value === null || value.includes('@')),
  ALERT_MAIL_FROM: text.refine((value) => value === null || value.includes('@')),
  SMTP_URL: text.refine((value) => value === null || isSmtpUrl(value)),
} as const

const DATABASE_ADDRESS = 'postgres://用户:密码@主机:端口/数据库（密码中的特殊字符须编码，例如 @ 写作 %40）'

const WORDS: Record<keyof typeof EXPECTED, string> = {
  PORT: '0 至 65535 的整数',
  HOST: '监听地址，例如 127.0.0.1',
  DATABASE_URL: DATABASE_ADDRESS,
  DATABASE_DIRECT_URL: DATABASE_ADDRESS,
  DATABASE_READ_URL: DATABASE_ADDRESS,
  DATABASE_PREPARE: '0 或 1',
  DEMO: '0 或 1',
  PUBLIC_URL: 'http:// 或 https:// 开头、不含路径的网址',
  TRUST_PROXY: '0 或 1',
  SECRET: '至少16个字符',
  CAPTCHA_FIXED: '1 至 16 个字母或数字',
  STOP_DELAY: '0 至 60 的整数（秒）',
  METRICS_PORT: '0 至 65535 的整数',
  METRICS_HOST: '监听地址，例如 127.0.0.1',
  SLOW_STATEMENT_MS: '0 至 3600000 的整数（毫秒）',
  SITE: 'JSON 文件的路径',
  INVOICE_CHECK_URL: 'http:// 或 https:// 开头的网址',
  INVOICE_CHECK_KEY: '不含空格的密钥',
  PAYMENT_SANDBOX: '0 或 1',
  OPERATOR_PHONES: '账号的手机号，多个用逗号分隔',
  BACKUP_DIR: '以 / 开头的文件夹路径',
  BACKUP_RESTIC_REPOSITORY: 'restic 的仓库地址',
  BACKUP_PING_URL: 'http:// 或 https:// 开头的网址',
  ALERT_WEBHOOK: 'http:// 或 https:// 开头的网址',
  ALERT_MAIL_TO: '邮箱地址，多个用逗号分隔',
  ALERT_MAIL_FROM: '邮箱地址',
  SMTP_URL:
    'smtps://用户:密码@主机:465 或 smtp://用户:密码@主机:587（用户和密码中的特殊字符须编码，例如 @ 写作 %40）',
}

const DEFAULTS: Partial<Record<keyof typeof EXPECTED, string>> = {
  PORT: '3000',
  HOST: '127.0.0.1',
  STOP_DELAY: '0',
  METRICS_HOST: '127.0.0.1',
  SLOW_STATEMENT_MS: '1000',
}

/** Variables whose values are not printed. */
const HIDDEN = new Set<keyof typeof EXPECTED>([
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
export const WITH_FILES: readonly (keyof typeof EXPECTED)[] = [...HIDDEN]

/** An error that the operator can correct: names the mistake and the expected value; printed without a stack. */
export class ConfigError extends Error {}

/** Reads and checks the environment. Throws `ConfigError` that names every wrong variable. */
export function readConfig(given: NodeJS.ProcessEnv, dataDir: string): Config {
  const { env, wrong } = withFiles(given)
  const get = <K extends keyof typeof EXPECTED>(name: K): z.output<(typeof EXPECTED)[K]> => {
    const value = env[name]?.trim() || DEFAULTS[name] || ''
    const parsed = EXPECTED[name].safeParse(value)
    const shown = HIDDEN.has(name) ? '' : `“${value}”`
    if (!parsed.success) wrong.push(`环境变量 ${name} 的值${shown}不正确，应为：${WORDS[name]}`)
    return parsed.data as z.output<(typeof EXPECTED)[K]>
  }
  const publicUrl = get('PUBLIC_URL')
  const invoiceCheckUrl = get('INVOICE_CHECK_URL')
  const invoiceCheckKey = get('INVOICE_CHECK_KEY')
  const publicAddress = publicUrl && isOrigin(publicUrl) ? new URL(publicUrl) : null
  const payments = readPaymentConfig(env, publicAddress)
  const { wrong: wrongStorage, ...storage } = readStorageConfig(env, publicAddress)
  const [alertWebhook, smtp] = [get('ALERT_WEBHOOK'), get('SMTP_URL')]
  const [mailTo, mailFrom] = [get('ALERT_MAIL_TO'), get('ALERT_MAIL_FROM')]
  const backupPing = get('BACKUP_PING_URL')
  const [metricsPort, metricsHost] = [get('METRICS_PORT'), get('METRICS_HOST')]
  const config: Config = {
    host: get('HOST'),
    port: get('PORT'),
    dataDir,
    databaseUrl: get('DATABASE_URL'),
    databaseDirectUrl: get('DATABASE_DIRECT_URL'),
    databaseReadUrl: get('DATABASE_READ_URL'),
    databasePrepare: get('DATABASE_PREPARE') ?? true,
    demo: get('DEMO'),
    publicUrl: publicAddress,
    trustProxy: get('TRUST_PROXY') ?? false,
    secret: get('SECRET'),
    captchaFixed: get('CAPTCHA_FIXED'),
    storage,
    stopDelayMs: get('STOP_DELAY') * 1_000,
    metrics: metricsPort === '' ? null : { host: metricsHost, port: metricsPort },
    slowStatementMs: get('SLOW_STATEMENT_MS'),
    siteFile: get('SITE'),
    invoiceCheck:
      invoiceCheckUrl && isHttpUrl(invoiceCheckUrl)
        ? { url: new URL(invoiceCheckUrl), key: invoiceCheckKey }
        : null,
    alipay: payments.alipay,
    wechatPay: payments.wechatPay,
    paymentSandbox: get('PAYMENT_SANDBOX'),
    production: env.NODE_ENV === 'production',
    operatorPhones: get('OPERATOR_PHONES') ?? [],
    backupDir: get('BACKUP_DIR') ?? join(dataDir, 'backups'),
    backupRepository: get('BACKUP_RESTIC_REPOSITORY'),
    backupPing: backupPing && isHttpUrl(backupPing) ? new URL(backupPing) : null,
    alerts: {
      webhook: alertWebhook && isHttpUrl(alertWebhook) ? new URL(alertWebhook) : null,
      mail:
        smtp && isSmtpUrl(smtp) && mailTo
          ? { smtp: new URL(smtp), from: mailFrom ?? mailTo, to: mailTo }
          : null,
    },
  }
  wrong.push(...payments.wrong, ...wrongStorage)
  if (config.production && config.captchaFixed)
    wrong.push('环境变量 CAPTCHA_FIXED 只用于测试，NODE_ENV=production 时不能设置')
  if (config.production && config.paymentSandbox)
    wrong.push('环境变量 PAYMENT_SANDBOX 只用于测试，NODE_ENV=production 时不能开启')
  if (config.databaseReadUrl && !config.databaseUrl)
    wrong.push('设置了环境变量 DATABASE_READ_URL 时必须同时设置 DATABASE_URL')
  if (invoiceCheckKey && !invoiceCheckUrl)
    wrong.push('设置了环境变量 INVOICE_CHECK_KEY 时必须同时设置 INVOICE_CHECK_URL')
  if (!mailTo !== !smtp) wrong.push('环境变量 ALERT_MAIL_TO 和 SMTP_URL 须同时设置')
  // Checked on the raw text: a malformed address needs a secret as well, and both are reported at once.
  if (env.DATABASE_URL?.trim() && !env.SECRET?.trim())
    wrong.push('使用 DATABASE_URL 时必须设置环境变量 SECRET（至少16个字符），用于签名下载链接')
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
  return config
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
      wrong.push(`无法读取环境变量 ${name}_FILE 的文件 ${path}：${(error as Error).message}`)
    }
  }
  return { env, wrong }
}

/** Checked with the driver's own parser. */
function isDatabaseUrl(value: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(value)) return false
  try {
    new pg.Client({ connectionString: value })
    return true
  } catch {
    return false
  }
}

/** Links are made of the origin alone, so a path would be lost silently. */
function isOrigin(value: string): boolean {
  if (!isHttpUrl(value)) return false
  const { pathname, search, hash, username } = new URL(value)
  return pathname === '/' && !search && !hash && !username
}

function isSmtpUrl(value: string): boolean {
  try {
    return ['smtp:', 'smtps:'].includes(new URL(value).protocol) && new URL(value).hostname !== ''
  } catch {
    return false
  }
}

function isHttpUrl(value: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(value).protocol)
  } catch {
    return false
  }
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
