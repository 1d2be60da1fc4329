import { openServices } from '../app.ts'
import { runningPostgres, startPostgres } from '../platform/embedded-postgres.ts'
import type { Services } from '../platform/services.ts'
import { checkDatabases } from '../start/check-database.ts'
import { migrateDatabase } from '../start/migrate-database.ts'
import { readSettings } from '../start/settings.ts'

export interface Connection {
  services: Services
  /** How many migrations ran to connect. */
  migrated: number
  close(): Promise<void>
}

/** The same database as the server's, beside it if it runs; an embedded one that does not run is started for the command. */
export async function connect(): Promise<Connection> {
  const { config } = await readSettings(process.env, process.cwd())
  const { dataDir } = config
  await checkDatabases(config)
  const running = config.databaseUrl ? null : runningPostgres(dataDir)
  const embedded = config.databaseUrl || running ? null : await startPostgres({ dataDir })
  try {
    const databaseUrl = config.databaseUrl ?? running?.url ?? embedded?.url ?? ''
    const migrated = await migrateDatabase(config.databaseDirectUrl ?? databaseUrl)
    const { services, close } = await openServices({ config, databaseUrl })
    return {
      services,
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
