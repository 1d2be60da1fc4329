/** Test files that do not run on spread databases (`TEST_SPREAD`), and why. */
export const NOT_SPREAD: Readonly<Record<string, string>> = {
  'apps/server/src/modules/cost-executions/references.test.ts':
    'it tests the triggers of migration 0009; spread/references.hard.test.ts tests the foreign keys in their place',
  'apps/server/src/backup/backup.test.ts':
    'a backup is restored into a plain database only; see spread/backup.hard.test.ts',
  'apps/server/src/backup/remote.test.ts': 'a backup is restored into a plain database only',
  'apps/server/src/backup/restore.test.ts': 'a backup is restored into a plain database only',
  'apps/server/src/platform/database/spread/functions.test.ts': 'it reads the plain functions',
  'apps/server/src/platform/database/migrate.test.ts': 'it begins with the schema of older versions',
  'apps/server/src/platform/database/embedded-postgres.test.ts': 'it tests the embedded PostgreSQL',
  'apps/server/src/platform/database/upgrade.test.ts': 'it begins with the schema of older versions',
  'apps/server/src/platform/database/schema.test.ts': 'it changes tables in ways that Citus refuses',
  'apps/server/src/platform/database/replica.test.ts': 'a spread database is read at its coordinator only',
  'apps/server/src/testing/statements/constraints.test.ts': 'Citus refuses the wrong indexes that it makes',
  'apps/server/src/bulk/priority.test.ts': 'it tests the backends of the embedded PostgreSQL',
  'apps/server/src/start/start.test.ts': 'it tests settings, with passwords of the embedded PostgreSQL',
  'apps/server/src/start/stop.test.ts': 'it starts servers with the embedded PostgreSQL',
  'apps/server/src/start/interrupted.test.ts':
    'it interrupts the first migrations, before anything is spread',
}
