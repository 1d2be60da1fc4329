import { randomBytes } from 'node:crypto'
import { spread } from '../../src/operator/spread/spread.ts'
import { pgError } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrations/migrate.ts'
import { withClient } from '../harness/client.ts'

/** The role that owns the databases, as in production: no superuser. */
const OWNER = 'pianzhang_test'

/** A Citus cluster for tests, by the address of its coordinator. */
export interface Citus {
  /** A superuser's address of each server, the coordinator first. */
  nodes: string[]
}

/**
 * The cluster of `TEST_CITUS_URL`: the address of a database of the coordinator that knows its workers, with a superuser, who alone may
 * make databases with the extension. Throws if it cannot be used.
 */
export async function openCitus(url: string): Promise<Citus> {
  const [server] = await on(url, 'select rolsuper from pg_roles where rolname = current_user')
  if (!server?.rolsuper) throw new Error('TEST_CITUS_URL: its user must be a superuser')
  const workers = await on(
    url,
    `select nodename, nodeport from pg_dist_node where noderole = 'primary' and groupid > 0 order by groupid`,
  )
  if (workers.length === 0) throw new Error('TEST_CITUS_URL: the database has no workers')
  const nodes = [url]
  for (const { nodename, nodeport } of workers) {
    const node = new URL(url)
    node.hostname = String(nodename)
    node.port = String(nodeport)
    nodes.push(node.href)
  }
  for (const node of nodes)
    await on(
      node,
      `do $$ begin if not exists (select from pg_roles where rolname = '${OWNER}') then create role ${OWNER} login; end if; end $$`,
    )
  return { nodes }
}

const newName = () => `test_${randomBytes(6).toString('hex')}`

/** A database with the extension on all servers, without tables. Returns its address for `OWNER`. */
async function makeCitusDatabase({ nodes }: Citus, name: string): Promise<string> {
  await createOn(nodes, `create database ${name} owner ${OWNER}`)
  for (const node of nodes) await on(of(node, name), 'create extension citus')
  const [coordinator, ...workers] = nodes.map((node) => of(node, name))
  const { hostname, port } = new URL(coordinator as string)
  await on(coordinator as string, 'select citus_set_coordinator_host($1, $2)', [hostname, Number(port)])
  for (const worker of workers) {
    const { hostname, port } = new URL(worker)
    await on(coordinator as string, 'select citus_add_node($1, $2)', [hostname, Number(port)])
  }
  return asOwner(coordinator as string)
}

/** A spread database as a template: connections are refused, as a database in use cannot be copied. `read` runs before that. */
export async function makeSpreadTemplate<T>(
  citus: Citus,
  read: (url: string) => Promise<T>,
): Promise<{ name: string; tables: T; role: { name: string; password: string } }> {
  const name = newName()
  const url = await makeCitusDatabase(citus, name)
  await migrate(url)
  await spread(url, { shards: 4 })
  const tables = await read(url)
  for (const node of citus.nodes) {
    await on(node, `alter database ${name} allow_connections off`)
    await on(
      node,
      'select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [name],
    )
  }
  return { name, tables, role: { name: OWNER, password: '' } }
}

/** Copies a spread database on all servers: each copy has the metadata of Citus, which names servers, not databases. */
export async function cloneSpread({ nodes }: Citus, template: string): Promise<string> {
  const name = newName()
  await createOn(nodes, `create database ${name} template ${template} owner ${OWNER} strategy file_copy`)
  return asOwner(of(nodes[0] as string, name))
}

export async function dropCitusDatabase({ nodes }: Citus, url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  for (const node of nodes)
    await withClient(node, async (client) => {
      await client.query('set citus.enable_create_database_propagation = off')
      for (let attempt = 1; ; attempt += 1)
        try {
          return await client.query(`drop database if exists ${name} with (force)`)
        } catch (error) {
          // Citus' maintenance daemon began after the others were ended; the next attempt ends it too.
          if (attempt === 5 || pgError(error)?.code !== '55006') throw error
        }
    })
}

const createOn = (nodes: readonly string[], statement: string) =>
  Promise.all(
    nodes.map((node) =>
      withClient(node, async (client) => {
        await client.query('set citus.enable_create_database_propagation = off')
        await client.query(statement)
      }),
    ),
  )

function of(node: string, database: string): string {
  const url = new URL(node)
  url.pathname = `/${database}`
  return url.href
}

function asOwner(url: string): string {
  const own = new URL(url)
  own.username = OWNER
  own.password = ''
  return own.href
}

/** Runs one statement on a connection of its own. */
export const on = (url: string, statement: string, values: unknown[] = []) =>
  withClient(url, async (client) => (await client.query<Record<string, unknown>>(statement, values)).rows)

/** Why tests of a spread database cannot run here; null if they can. Says so once, loudly. */
export function whyNoCitus(): string | null {
  if (process.env.TEST_CITUS_URL) return null
  const reason = 'TEST_CITUS_URL is not set: the superuser address of a Citus coordinator (docs/spread.md)'
  console.error(`SKIPPED: tests of a spread database; ${reason}`)
  return reason
}

/** A database of the cluster of `TEST_CITUS_URL`, without tables. */
export async function citusDatabase(): Promise<{ citus: Citus; url: string; drop(): Promise<void> }> {
  const citus = await openCitus(process.env.TEST_CITUS_URL ?? '')
  const url = await makeCitusDatabase(citus, newName())
  return { citus, url, drop: () => dropCitusDatabase(citus, url) }
}

/** As `citusDatabase`, with the tables of this version, spread over four shards. */
export async function spreadDatabase() {
  const database = await citusDatabase()
  await migrate(database.url)
  await spread(database.url, { shards: 4 })
  return database
}
