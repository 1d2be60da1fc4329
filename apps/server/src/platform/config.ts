import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { isHttpUrl, isOrigin, isSmtpUrl } from './addresses.ts'
import { PAYMENT_SETTINGS, type PaymentConfig, readPaymentConfig } from './payments/config.ts'
import { checked, NAMES, WITH_FILES } from './setting-values.ts'
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
interface AlertConfig {
  webhook: URL | null
  mail: { smtp: URL; from: string; to: string } | null
}

/** Every variable that is a setting. */
export const SETTING_NAMES: readonly string[] = [
  ...NAMES,
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
