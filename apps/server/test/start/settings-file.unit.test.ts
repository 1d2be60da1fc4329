import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig, SETTING_NAMES } from '../../src/platform/config.ts'

// An operator finds every variable in the file that `pianzhang install` copies.

const ROOT = new URL('../../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8')

/** Where variables are read. */
const SOURCES = [
  'platform/config.ts',
  'platform/setting-values.ts',
  'platform/storage/config.ts',
  'platform/payments/config.ts',
  'platform/database/embedded-postgres/account.ts',
  'platform/watch/traces.ts',
  'start/serve.ts',
]
/** For tests; refused in production, or what makes it production. */
const NOT_FOR_OPERATORS = ['CAPTCHA_FIXED', 'NODE_ENV', 'PAYMENT_SANDBOX']
/** No setting: passed on by `deploy/pianzhang`. */
const UPGRADE_PLAN = 'PIANZHANG_UPGRADE_PLAN'

/** Names of environment variables in the source: quoted, as a property of an object, or as `env.NAME`. Constants occur in none of these forms. */
const NAME = /'([A-Z][A-Z0-9_]+)'|^\s+([A-Z][A-Z0-9_]+):|\benv\.([A-Z][A-Z0-9_]+)/gm

const lines = read('deploy/pianzhang.env').split('\n')
/** Every variable of the file with its value; `isDefault`: in a comment. */
const inFile = lines.flatMap((line) => {
  const [, comment, name = '', value = ''] = /^(#?)([A-Z][A-Z0-9_]+)=(.*)/.exec(line) ?? []
  return name ? [{ name, value, isDefault: comment === '#' }] : []
})
const pages = ['docs/运维/配置.md', 'docs/运维/支付.md', 'docs/运维/发票查验.md']
const page = pages.map(read).join('\n')

test('the program knows the variables that it reads; the file has them, and no other', () => {
  const names = SOURCES.flatMap((path) =>
    [...read(`apps/server/src/${path}`).matchAll(NAME)].map(([, ...groups]) => groups.find(Boolean) ?? ''),
  )
  const known = new Set(SETTING_NAMES)
  expect(names.filter((name) => !known.has(name))).toEqual([UPGRADE_PLAN])
  for (const name of NOT_FOR_OPERATORS) expect(known.delete(name), name).toBe(true)
  expect(inFile.map(({ name }) => name).toSorted()).toEqual([...known].sort())
  // The page of settings names each; the forms with _FILE are explained together.
  const named = inFile.filter(({ name }) => !name.endsWith('_FILE'))
  expect(named.filter(({ name }) => !page.includes(`\`${name}\``))).toEqual([])
  // What is neither a variable nor an explanation would be a mistake that systemd only logs.
  expect(lines.filter((line) => !/^(#|$|[A-Z][A-Z0-9_]+=)/.test(line))).toEqual([])
})

test("the file's comments have the program's defaults", () => {
  // Refused where the storage or the provider that they belong to is not used.
  const alone = ['STORAGE_UPLOAD', 'ALIPAY_GATEWAY', 'WECHAT_PAY_GATEWAY']
  const defaults = inFile.filter(({ name, isDefault }) => isDefault && !alone.includes(name))
  const data = '/var/lib/pianzhang'
  // The start script of a release sets DEMO.
  expect(readConfig(Object.fromEntries(defaults.map(({ name, value }) => [name, value])), data)).toEqual(
    readConfig({ DEMO: '0' }, data),
  )
})

test('the page has the same defaults', () => {
  const rows = [...page.matchAll(/^\| `([A-Z].*?) \| (.*?) \| (.*) \|$/gm)]
  const differing = inFile.flatMap(({ name, value }) => {
    const [, , first = '', rest = ''] =
      rows.find(([, names = '']) => `\`${names}`.includes(`\`${name}\``)) ?? []
    if (!first) return []
    const cells = `${first} ${rest}`
    // A cell that is nothing but a value is the default.
    const said = /^`?([\w./:]+)`?$/.exec(first)?.[1] ?? ''
    const fits =
      value === '' ? said === '' : cells.split(/[`\s，；]/).includes(value) || cells.includes(` ${value}，`)
    return fits ? [] : [{ name, value, first }]
  })
  expect(differing).toEqual([])
})
