import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { WITH_FILES } from '../../src/platform/config.ts'

// An operator finds every variable in the file that `pianzhang install` copies.

const ROOT = new URL('../../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8')

/** Where variables are read. */
const SOURCES = [
  'platform/config.ts',
  'platform/storage/config.ts',
  'platform/payments/config.ts',
  'platform/database/embedded-postgres/account.ts',
  'platform/watch/traces.ts',
  'start/serve.ts',
]
/** For tests; refused in production, or what makes it production. */
const NOT_FOR_OPERATORS = ['CAPTCHA_FIXED', 'NODE_ENV', 'PAYMENT_SANDBOX']
/** Of the C library. */
const FOREIGN = ['MALLOC_ARENA_MAX']

/** Names of environment variables in the source: quoted, as a property of an object, or as `env.NAME`. Constants occur in none of these forms. */
const NAME = /'([A-Z][A-Z0-9_]+)'|^\s+([A-Z][A-Z0-9_]+):|\benv\.([A-Z][A-Z0-9_]+)/gm

test('the file of settings has every variable that the program reads, and no other', () => {
  const names = SOURCES.flatMap((path) =>
    [...read(`apps/server/src/${path}`).matchAll(NAME)].map(([, ...groups]) => groups.find(Boolean) ?? ''),
  )
  const secrets = ['S3_SECRET_ACCESS_KEY', 'QINIU_SECRET_KEY']
  const known = new Set([...names, ...[...WITH_FILES, ...secrets].map((name) => `${name}_FILE`), ...FOREIGN])
  for (const name of NOT_FOR_OPERATORS) expect(known.delete(name), name).toBe(true)
  const lines = read('deploy/pianzhang.env').split('\n')
  const set = lines.flatMap((line) => /^#?([A-Z][A-Z0-9_]+)=/.exec(line)?.[1] ?? [])
  expect(set.toSorted()).toEqual([...known].sort())
  // The page of settings names each; the forms with _FILE are explained together.
  const page = read('docs/运维/配置.md')
  expect(set.filter((name) => !name.endsWith('_FILE') && !page.includes(`\`${name}\``))).toEqual([])
  // What is neither a variable nor an explanation would be a mistake that systemd only logs.
  expect(lines.filter((line) => !/^(#|$|[A-Z][A-Z0-9_]+=)/.test(line))).toEqual([])
})
