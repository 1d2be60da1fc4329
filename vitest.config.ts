import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { NOT_SPREAD } from './apps/server/test/setup/not-spread.ts'

/** Only a test that hangs meets it: how long a machine takes is no behaviour. */
const TIMEOUT_MS = 300_000
/** Of tests that take minutes on a machine that does nothing else. */
const HARD_TIMEOUT_MS = 3_600_000

const file = (path: string) => `apps/server/test/${path}.test.ts`

/** Files of the server that wait for time limits, fill queues or start many processes: only `npm run test:hard` runs them. */
const LONG = [
  'faults/{refused,vanished,waiting}',
  'base/attachments/upload-bounds',
  'books/payments/list-plans',
  'books/payments/sheet/{export,export-slots,sheet-waits}',
  'base/invoices/{company,originals-processes}',
  'operator/backup/{backup,restore,verify}',
  'operator/{check/check,commands/commands,companies/delete,projects/export}',
  'platform/database/embedded-postgres',
  'platform/http/wrong-input-singly',
  'platform/readiness',
  'platform/workers/{bulk,file-processes,priority}',
  'start/{demo/demo,interrupted,stop}',
].map(file)

/**
 * Server test files that are left out of `npm test` to keep its time budget: operators' commands; storage, connections, migrations and TLS; uploaded files;
 * limits of size; and further tests of rules that `npm test` covers already.
 */
const ALL_ONLY = [
  'faults/{clock,crowd,formulas,mutations}',
  'base/attachments/{added,clean,pictures-in-processes,uploads}',
  'books/payments/{change-many,many-lines,statement-texts}',
  'books/payments/sheet/{import-chunks,import-numbers}',
  'books/petty-cash/write-off/{statements,together}',
  'base/invoices/{originals,originals-limits,originals-zip,several,upload-processes}',
  'base/invoices/provider/http',
  'base/sessions/hashing',
  '{books/sheets-in-processes,views/system/alerts}',
  'operator/backup/{daily,move-database,newer,remote,remote-faults}',
  'operator/{commands/lists,purge/purge}',
  'operator/storage/{compare,move,remote,s3-server}',
  'platform/changes/change-stream',
  'platform/database/connections/{prepared,replica}',
  'platform/database/migrations/migrate',
  'platform/database/upgrade',
  'platform/files/link-creator',
  'platform/http/{bombs,held-writes,log}',
  'platform/http/server/https',
  'platform/sheet-import/beside',
  'platform/storage/drivers',
  'platform/watch/{metrics,metrics-processes,statements}',
  'start/{demo/vacuumed,refused,start}',
].map(file)

/** Unit test files that are left out of `npm test` as well: each takes seconds of processor time, for child processes, argon2, QR codes or fuzzing. */
const ALL_ONLY_UNIT = [
  'packages/einvoice/test/{qr-codes,zip}.test.ts',
  'packages/xlsx/test/damage.test.ts',
  'apps/server/test/{platform/{quiet,login/argon2,workers/hash-processes},start/ask}.unit.test.ts',
  'scripts/run-folder.unit.test.ts',
]

const UNIT = [
  'packages/*/test/**/*.test.ts',
  'apps/server/test/**/*.unit.test.ts',
  'apps/web/src/**/*.unit.test.{ts,tsx}',
  'scripts/**/*.unit.test.ts',
]
/** Files that call `vi.mock`, themselves or by a `*.mocks.ts`. They run with isolation, as a mock stays in the worker's module cache. */
const MOCKING = globSync('apps/web/src/**/*.unit.test.{ts,tsx}').filter((path) =>
  /vi\.mock\(|\.mocks\.ts'/.test(readFileSync(path, 'utf8')),
)

const unit = {
  testTimeout: TIMEOUT_MS,
  hookTimeout: TIMEOUT_MS,
  exclude: ['**/node_modules/**', '**/*.hard.test.ts'],
}

const server = {
  exclude: [
    '**/node_modules/**',
    '**/*.unit.test.ts',
    '**/*.hard.test.ts',
    ...(process.env.TEST_SPREAD ? Object.keys(NOT_SPREAD) : []),
  ],
  // All files of a worker share one module cache, as each starts its own server anyway; importing the modules for each file took a fifth of the time.
  isolate: false,
  globalSetup: 'apps/server/test/setup/shared-setup.ts',
  setupFiles: [
    'apps/server/test/setup/on-timeout.ts',
    'apps/server/test/setup/light-hashes.ts',
    'apps/server/test/setup/few-subjects.ts',
    'apps/server/test/setup/even-priority.ts',
    'apps/server/test/setup/compile-cache.ts',
    'apps/server/test/statements/setup.ts',
    'apps/server/test/setup/logged-names.ts',
  ],
  testTimeout: TIMEOUT_MS,
  hookTimeout: TIMEOUT_MS,
  // `expect.poll` gives up after a second by default, and one HTTP request can take that long on a busy machine.
  expect: { poll: { timeout: 60_000 } },
}

export default defineConfig({
  test: {
    // V8's parallel garbage collection takes more processor time than it saves when both cores are busy: a twelfth of the server's tests.
    execArgv: ['--single-threaded-gc'],
    // A worker that is to end may wait for a busy machine.
    teardownTimeout: 60_000,
    // Also on two cores, where the default is one: a worker waits for PostgreSQL half of its time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        // Loading the modules anew for each file takes half of the time.
        test: {
          ...unit,
          name: 'unit',
          include: UNIT,
          exclude: [...unit.exclude, ...MOCKING, ...ALL_ONLY_UNIT],
          isolate: false,
        },
      },
      { test: { ...unit, name: 'more-unit', include: ALL_ONLY_UNIT, isolate: false } },
      { test: { ...unit, name: 'mocking', include: MOCKING } },
      {
        test: {
          ...server,
          name: 'server',
          include: ['apps/server/test/**/*.test.ts'],
          exclude: [...server.exclude, ...LONG, ...ALL_ONLY],
        },
      },
      { test: { ...server, name: 'more', include: ALL_ONLY } },
      { test: { ...server, name: 'long', include: LONG } },
      {
        test: {
          // `npm run test:hard`: kills, full disks, a thousand broken files. Minutes, so no part of `npm test`.
          name: 'hard',
          include: ['apps/server/test', 'packages/*/test', 'scripts'].map(
            (folder) => `${folder}/**/*.hard.test.ts`,
          ),
          globalSetup: 'apps/server/test/setup/shared-setup.ts',
          setupFiles: 'apps/server/test/setup/on-timeout.ts',
          testTimeout: HARD_TIMEOUT_MS,
          hookTimeout: HARD_TIMEOUT_MS,
        },
      },
    ],
  },
})
