import pg from 'pg'
import { KEEP_ALIVE } from '../../platform/database/connections/limits.ts'
import { lockMigrations } from '../../platform/database/migrations/migrate.ts'
import { distribute, hasCitus, isSpread } from '../../platform/database/spread/distribute.ts'
import { readTables } from '../../platform/database/spread/tables.ts'
import { countAll, differences } from './recount.ts'

export interface Spread {
  /** Distributed tables. */
  tables: number
  /** Their rows. */
  rows: number
  projects: number
  workers: number
}

/** How long to wait for transactions that still hold locks. */
const LOCK_TIMEOUT_MS = 10_000

/**
 * Distributes the project tables over the workers of the coordinator at `url`, with their rows, in one transaction, which is rolled back if the
 * rows of any table or the sums of any project differ afterwards. `shards`: shards of each table, by default as Citus is set (32). Throws an
 * Error in Chinese.
 */
export async function spread(url: string, { shards }: { shards?: number | undefined } = {}): Promise<Spread> {
  const client = new pg.Client({ connectionString: url, application_name: 'pianzhang-spread', ...KEEP_ALIVE })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin')
    try {
      const done = await spreadInside(client, shards)
      await client.query('commit')
      return done
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw explained(error)
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function spreadInside(client: pg.Client, shards: number | undefined): Promise<Spread> {
  if (!(await hasCitus(client)))
    throw new Error('数据库没有扩展 citus，请先按 docs/运维/多台服务器.md 安装并登记工作节点')
  await lockMigrations(client)
  if (await isSpread(client)) throw new Error('数据已分布，未作更改')
  const { rows: nodes } = await client.query<{ workers: number; coordinator: boolean }>(
    `select count(*) filter (where groupid > 0 and isactive and shouldhaveshards)::int4 as workers,
       coalesce(bool_or(groupid = 0), false) as coordinator
     from pg_dist_node where noderole = 'primary'`,
  )
  const { workers = 0, coordinator = false } = nodes[0] ?? {}
  if (workers === 0) throw new Error('协调节点没有登记可用的工作节点：select citus_add_node(…)')
  if (!coordinator) throw new Error('协调节点没有登记自己：select citus_set_coordinator_host(…)')
  if (shards !== undefined) await client.query(`set local citus.shard_count = ${Math.trunc(shards)}`)

  const { project, company } = await readTables(client)
  // Excludes all other transactions: later ones, also of a server that starts, wait; running ones are waited for.
  await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
  await client.query(`lock table ${[...company, ...project].join(', ')} in access exclusive mode`)
  const before = await countAll(client)
  await distribute(client)
  const wrong = differences(before, await countAll(client))
  if (wrong.length > 0) throw new Error(`分布前后数据不一致（${wrong.join('；')}），未作更改`)
  return {
    tables: project.length,
    rows: project.reduce((sum, table) => sum + (before.rows[table] ?? 0), 0),
    projects: before.rows.projects ?? 0,
    workers,
  }
}

function explained(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error
  if (error.code === '55P03')
    return new Error('有人正在使用数据库，请停止所有服务后重试，未作更改', { cause: error })
  return new Error(`未能分布，未作更改：${error.message}`, { cause: error })
}
