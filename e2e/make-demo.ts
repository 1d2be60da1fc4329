import pg from 'pg'
import { startPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts'
import { migrateDatabase } from '../apps/server/src/platform/database/migrations/migrate-database.ts'
import { openServices } from '../apps/server/src/platform/open-services.ts'
import { readSettings } from '../apps/server/src/platform/settings.ts'
import { ensureDemo } from '../apps/server/src/start/demo/ensure.ts'

// Makes the data folder DATA_DIR with the demo, for demo-folder.ts; its PostgreSQL is stopped at the end.

/** The disk is not waited for, here and in the copies: what a crash of the machine damages is made anew. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

const { config } = await readSettings(process.env, process.cwd())
const postgres = await startPostgres({
  dataDir: config.dataDir,
  // Keeps few files of the log, as every copy has them.
  settings: { ...FAST, wal_level: 'minimal', max_wal_senders: '0', min_wal_size: '32MB', wal_recycle: 'off' },
})
try {
  const { url: databaseUrl, directUrl, adminUrl } = postgres
  await migrateDatabase(directUrl, 'serve')
  const { services, close } = await openServices({ config, databaseUrl, directUrl })
  const { state } = await ensureDemo(services)
  if (state !== 'created') throw new Error(`the demo was not created: ${state}`)
  // Read by everybody, so that the bell counts what a test sends.
  await services.db.updateTable('notifications').set({ read_at: services.clock() }).execute()
  await services.vacuum.all()
  await close()
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  for (const [name, value] of Object.entries(FAST)) await admin.query(`alter system set ${name} = ${value}`)
  await admin.end()
} finally {
  await postgres.stop()
}
