import { expect, test } from 'vitest'
import { readConfig } from '../../src/platform/config.ts'
import { unknownSettings } from '../../src/platform/settings.ts'

const trouble = (env: Record<string, string>) => {
  try {
    readConfig(env, '/nowhere')
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

test.each([
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['public_url', 'PUBLIC_URL'],
  ['SECERT_FILE', 'SECRET_FILE'],
  ['TRUSTPROXY', 'TRUST_PROXY'],
  ['PROT', 'PORT'],
  ['OTEL_EXPORTER_OTLP_ENDPONT', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
])('the name %s is taken for a mistyped %s', (name, meant) => {
  expect(unknownSettings({ [name]: '1' })).toEqual([
    `注意：没有名为 ${name} 的设置，它不起作用；是否应为 ${meant}？`,
  ])
})

test('a name that begins like ours is unknown; settings and names of others are not', () => {
  expect(unknownSettings({ SMTP_HOST: 'a', DATABASE_NAME: 'b' })).toHaveLength(2)
  const others = [
    'HOME',
    'USER',
    'PATH',
    'LANG',
    'TERM',
    'HOSTNAME',
    'LOGNAME',
    'NODE_OPTIONS',
    'TZ',
    'PWD',
    'SHELL',
  ]
  const ours = ['PORT', 'LOG', 'S3_BUCKET', 'QINIU_SECRET_KEY_FILE', 'WECHAT_PAY_SERIAL', 'DATABASE_URL_FILE']
  const telemetry = ['OTEL_SERVICE_NAME', 'OTEL_RESOURCE_ATTRIBUTES', 'OTEL_EXPORTER_OTLP_HEADERS']
  expect(
    unknownSettings(Object.fromEntries([...others, ...ours, ...telemetry].map((name) => [name, '']))),
  ).toEqual([])
})

test.each([
  [{ PORT: '3000', METRICS_PORT: '3000' }, '环境变量 METRICS_PORT 不能与 PORT（3000）相同'],
  [{ METRICS_PORT: '3000' }, '环境变量 METRICS_PORT 不能与 PORT（3000）相同'],
  [
    { DATABASE_DIRECT_URL: 'postgres://a@b/c' },
    '设置了环境变量 DATABASE_DIRECT_URL 时必须同时设置 DATABASE_URL',
  ],
  [{ NODE_ENV: 'prodution' }, '环境变量 NODE_ENV 的值“prodution”不正确，应为：production（正式使用）'],
  [{ OTEL_TRACES_SAMPLER: 'sometimes' }, /OTEL_TRACES_SAMPLER 的值“sometimes”不正确，应为：always_on、/],
  [{ OTEL_TRACES_SAMPLER_ARG: '10' }, /OTEL_TRACES_SAMPLER_ARG 的值“10”不正确，应为：0 至 1 的数/],
  [{ OTEL_TRACES_EXPORTER: 'zipkin' }, /应为：otlp 或 none/],
  [{ OTEL_BSP_SCHEDULE_DELAY: '5s' }, /应为：1 至 3600000 的整数（毫秒）/],
  [{ OTEL_SDK_DISABLED: '1' }, /应为：true 或 false/],
  [{ MALLOC_ARENA_MAX: 'two' }, /应为：1 至 1000 的整数/],
])('%o is refused', (env, expected) => {
  expect(trouble(env as Record<string, string>)).toMatch(expected)
})
