import { join } from 'node:path'
import { type Config, ConfigError, databaseName } from '../../platform/config.ts'
import { isLocked } from '../../platform/database/embedded-postgres/lock.ts'
import {
  type EmbeddedPostgres,
  hasCluster,
  runningPostgres,
  startPostgres,
} from '../../platform/database/embedded-postgres.ts'
import { checkDatabases } from '../../platform/database/migrations/check-database.ts'
import { missingMigrations } from '../../platform/database/migrations/migrate.ts'
import { migrateDatabase } from '../../platform/database/migrations/migrate-database.ts'
import { onOwnConnection } from '../../platform/database/own-connection.ts'
import { openServices } from '../../platform/open-services.ts'
import type { Services } from '../../platform/services.ts'
import { readSettings } from '../../platform/settings.ts'
import { storageName } from '../../platform/storage/config.ts'

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

/**
 * The database that a command works on. `current`: one with all migrations of this version, perhaps migrated by a newer version that the server can
 * work beside; `exact`: not migrated by a newer one, as the command must know every table; `older`: one that may lack some, which are run;
 * `new`: also an empty one, and a missing embedded one is created. Only `restore` needs `new`: any other command with wrong settings would
 * succeed on an empty database. `running`: as `current`, and an embedded one that does not run is not started. `nothing`: none.
 */
export type Needs = 'current' | 'exact' | 'older' | 'new' | 'running' | 'nothing'

/** There is no database of ours where the settings say. */
export class NoDatabase extends ConfigError {}

/** Connects to the server's database, also while the server runs; an embedded PostgreSQL that is not running is started for the command. */
export async function connect(
  needs: Exclude<Needs, 'nothing'> = 'current',
  say: (text: string) => void = console.log,
): Promise<Connection> {
  const { config, notices } = await readSettings(process.env, process.cwd())
  const { dataDir } = config
  for (const notice of notices) say(notice)
  await checkDatabases(config)
  const found = config.databaseUrl ? null : runningPostgres(dataDir)
  // A PostgreSQL that a killed command or server has left belongs to nobody: it is ended, and started anew.
  const running = found && isLocked(dataDir) ? found : null
  const name = databaseName(config)
  if (!config.databaseUrl && !running && needs !== 'new' && !hasCluster(dataDir)) throw noDatabase(config)
  if (!config.databaseUrl && !running && needs === 'running') throw new ConfigError('数据库没有运行')
  say(`数据库：${name}；文件存储：${storageName(dataDir, config.storage)}`)
  const embedded = config.databaseUrl || running ? null : await startPostgres({ dataDir })
  try {
    return await open(config, needs, running?.url ?? null, embedded)
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

async function open(
  config: Config,
  needs: Exclude<Needs, 'nothing'>,
  runningUrl: string | null,
  embedded: EmbeddedPostgres | null,
): Promise<Connection> {
  const databaseUrl = config.databaseUrl ?? runningUrl ?? embedded?.url ?? ''
  const directUrl = config.databaseDirectUrl ?? databaseUrl
  const migrated = needs === 'new' ? 0 : await expectTables(config, directUrl, needs)
  // Slow statements are not logged: a command reads whole tables, and its output is for the operator.
  const { services, close } = await openServices({
    config: { ...config, slowStatementMs: 0 },
    databaseUrl,
    directUrl,
  })
  return {
    services,
    databaseUrl: directUrl,
    served: async () => runningUrl !== null || (await hasServer(directUrl)),
    migrated,
    close: async () => {
      await close()
      await embedded?.stop()
    },
  }
}

/** Refuses a database without our tables, or with pending migrations, which `older` runs. Returns how many ran. */
async function expectTables(
  config: Config,
  url: string,
  needs: 'current' | 'exact' | 'older' | 'running',
): Promise<number> {
  const missing = await missingMigrations(url, needs === 'exact' ? 'refuse' : 'serve')
  if (missing === null) throw noDatabase(config)
  if (missing.length === 0) return 0
  if (needs === 'older') return await migrateDatabase(url)
  throw new ConfigError(
    `数据库（${databaseName(config)}）还有 ${missing.length} 个迁移未执行（从 ${missing[0]} 起），未执行任何操作。请先停止服务并升级数据库：用本版本启动服务，或运行 migrate；服务仍是旧版本时，请使用旧版本的程序执行此命令。`,
  )
}

function noDatabase(config: Config): NoDatabase {
  const where = config.databaseUrl
    ? `数据库 ${databaseName(config)} 中没有片账的数据表`
    : `数据目录 ${config.dataDir} 中没有片账的数据库（${join(config.dataDir, 'postgres')}）`
  return new NoDatabase(
    `${where}，未执行任何操作。请检查环境变量 DATABASE_URL 和 DATA_DIR，须与服务的设置相同；新安装时请先启动服务，再执行此命令。`,
  )
}

/** Finds a server by its connections' application names. A server idle for half a minute has no connections; this command opened none yet. */
async function hasServer(databaseUrl: string): Promise<boolean> {
  const settings = { connectionString: databaseUrl, application_name: 'pianzhang-admin' }
  return await onOwnConnection(settings, async (client) => {
    const { rows } = await client.query<{ running: boolean }>(
      `select exists (select from pg_stat_activity where datname = current_database()
        and application_name in ('pianzhang', 'pianzhang-changes', 'pianzhang-ready')) as running`,
    )
    return rows[0]?.running ?? false
  })
}
