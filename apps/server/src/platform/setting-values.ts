import { isAbsolute } from 'node:path'
import { isMobile } from '@pianzhang/contract/numbers'
import { z } from 'zod'
import { isDatabaseUrl, isHttpUrl, isOrigin, isSmtpUrl } from './addresses.ts'

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

/** Variables that are read here. */
export const NAMES = Object.keys(EXPECTED) as Name[]

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

/** The values of all settings of the server itself; adds a line to `wrong` for each that is not as expected, whose value is then undefined. */
export function checked(env: NodeJS.ProcessEnv, wrong: string[]): Values {
  const values = NAMES.map((name) => {
    const value = env[name]?.trim() || DEFAULTS[name] || ''
    const parsed = EXPECTED[name].safeParse(value)
    const shown = HIDDEN.has(name) ? '' : `“${value}”`
    if (!parsed.success) wrong.push(`环境变量 ${name} 的值${shown}不正确，应为：${WORDS[name]}`)
    return [name, parsed.data]
  })
  return Object.fromEntries(values)
}
