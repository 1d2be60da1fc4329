import { openServices } from '../app.ts'
import { readConfig } from '../platform/config.ts'
import { chooseDataDir, runningPostgres, startPostgres } from '../platform/embedded-postgres.ts'
import { migrate } from '../platform/migrate.ts'
import type { Services } from '../platform/services.ts'

export interface Connection {
  services: Services
  /** How many migrations ran to connect. */
  migrated: number
  close(): Promise<void>
}

/** The same database as the server's, beside it if it runs; an embedded one that does not run is started for the command. */
export async function connect(): Promise<Connection> {
  const { dataDir } = chooseDataDir(process.env, process.cwd())
  const config = readConfig(process.env, dataDir)
  const running = config.databaseUrl ? null : runningPostgres(dataDir)
  const embedded = config.databaseUrl || running ? null : await startPostgres({ dataDir })
  try {
    const databaseUrl = config.databaseUrl ?? running?.url ?? embedded?.url ?? ''
    const migrated = await migrate(config.databaseDirectUrl ?? databaseUrl)
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
