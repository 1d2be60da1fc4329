import pg from 'pg'
import { runningPostgres, startPostgres } from '../platform/database/embedded-postgres.ts'
import { openServices } from '../platform/open-services.ts'
import type { Services } from '../platform/services.ts'
import { checkDatabases } from '../start/check-database.ts'
import { migrateDatabase } from '../start/migrate-database.ts'
import { readSettings } from '../start/settings.ts'

export interface Connection {
  services: Services
  /** The direct address, not a pooler's. */
  databaseUrl: string
  /** Whether a server is running on this database. */
  served(): Promise<boolean>
  /** How many migrations `connect` ran. */
  migrated: number
  close(): Promise<void>
}

/** Connects to the server's database, also while it runs; an embedded PostgreSQL that is not running is started for the command. */
export async function connect(): Promise<Connection> {
  const { config } = await readSettings(process.env, process.cwd())
  const { dataDir } = config
  await checkDatabases(config)
  const running = config.databaseUrl ? null : runningPostgres(dataDir)
  const embedded = config.databaseUrl || running ? null : await startPostgres({ dataDir })
  try {
    const databaseUrl = config.databaseUrl ?? running?.url ?? embedded?.url ?? ''
    const directUrl = config.databaseDirectUrl ?? databaseUrl
    const migrated = await migrateDatabase(directUrl)
    // Slow statements are not logged: a command reads whole tables, and its output is for the operator.
    const { services, close } = await openServices({
      config: { ...config, slowStatementMs: 0 },
      databaseUrl,
    })
    return {
      services,
      databaseUrl: directUrl,
      served: async () => running !== null || (await hasServer(directUrl)),
      migrated,
      close: async () => {
        await close()
        await embedded?.stop()
      },
    }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/** Finds a server by its connections' application names; one that was idle for half a minute has none. The command has none yet. */
async function hasServer(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'pianzhang-admin' })
  await client.connect()
  try {
    const { rows } = await client.query<{ running: boolean }>(
      `select exists (select from pg_stat_activity where datname = current_database()
        and application_name in ('pianzhang', 'pianzhang-changes', 'pianzhang-ready')) as running`,
    )
    return rows[0]?.running ?? false
  } finally {
    await client.end()
  }
}
