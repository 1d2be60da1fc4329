/** Test files that do not run on spread databases (`TEST_SPREAD`), and why. */
export const NOT_SPREAD: Readonly<Record<string, string>> = {
  'apps/server/test/books/payments/references.test.ts':
    'it tests the triggers that check references; spread/references.hard.test.ts tests the foreign keys in their place',
  'apps/server/test/operator/backup/backup.test.ts':
    'a backup is restored into a plain database only; see spread/backup.hard.test.ts',
  'apps/server/test/operator/backup/remote.test.ts': 'a backup is restored into a plain database only',
  'apps/server/test/operator/backup/restore.test.ts': 'a backup is restored into a plain database only',
  'apps/server/test/platform/database/spread/functions.test.ts': 'it reads the plain functions',
  'apps/server/test/platform/database/migrations/migrate.test.ts':
    'it begins with the schema of older versions',
  'apps/server/test/platform/database/embedded-postgres.test.ts': 'it tests the embedded PostgreSQL',
  'apps/server/test/platform/database/upgrade.test.ts': 'it begins with the schema of older versions',
  'apps/server/test/platform/database/schema.test.ts': 'it changes tables in ways that Citus refuses',
  'apps/server/test/platform/database/connections/replica.test.ts':
    'a spread database is read at its coordinator only',
  'apps/server/test/statements/constraints.test.ts': 'Citus refuses the wrong indexes that it makes',
  'apps/server/test/platform/workers/priority.test.ts': 'it tests the backends of the embedded PostgreSQL',
  'apps/server/test/start/start.test.ts': 'it tests settings, with passwords of the embedded PostgreSQL',
  'apps/server/test/start/stop.test.ts': 'it starts servers with the embedded PostgreSQL',
  'apps/server/test/start/interrupted.test.ts':
    'it interrupts the first migrations, before anything is spread',
}
