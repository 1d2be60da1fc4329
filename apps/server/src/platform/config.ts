import { createHmac } from 'node:crypto'
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
])

/** An error that the operator can correct: names the mistake and the expected value; printed without a stack. */
export class ConfigError extends Error {}

/** Reads and checks the environment. Throws `ConfigError` that names every wrong variable. */
export function readConfig(env: NodeJS.ProcessEnv, dataDir: string): Config {
  const wrong: string[] = []
  const get = <K extends keyof typeof EXPECTED>(name: K): z.output<(typeof EXPECTED)[K]> => {
    const given = env[name]?.trim() || DEFAULTS[name] || ''
    const parsed = EXPECTED[name].safeParse(given)
    const shown = HIDDEN.has(name) ? '' : `“${given}”`
    if (!parsed.success) wrong.push(`环境变量 ${name} 的值${shown}不正确，应为：${WORDS[name]}`)
    return parsed.data as z.output<(typeof EXPECTED)[K]>
  }
  const publicUrl = get('PUBLIC_URL')
  const invoiceCheckUrl = get('INVOICE_CHECK_URL')
  const invoiceCheckKey = get('INVOICE_CHECK_KEY')
  const publicAddress = publicUrl && isOrigin(publicUrl) ? new URL(publicUrl) : null
  const payments = readPaymentConfig(env, publicAddress)
  const { wrong: wrongStorage, ...storage } = readStorageConfig(env, publicAddress)
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
  // Checked on the raw text: a malformed address needs a secret as well, and both are reported at once.
  if (env.DATABASE_URL?.trim() && !env.SECRET?.trim())
    wrong.push('使用 DATABASE_URL 时必须设置环境变量 SECRET（至少16个字符），用于签名下载链接')
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
  return config
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

function isHttpUrl(value: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(value).protocol)
  } catch {
    return false
  }
}

/** A signature of the parts (HMAC-SHA-256, cut to 132 bits); `purpose` keeps the signature of a link from being valid for a token. */
export const sign = (secret: string, purpose: string, parts: readonly (string | number)[]) =>
  createHmac('sha256', secret)
    .update(JSON.stringify([purpose, ...parts]))
    .digest('base64url')
    .slice(0, 22)
