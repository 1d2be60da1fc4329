import { execFileSync } from 'node:child_process'
import { chownSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { unprivileged } from '../../src/platform/database/embedded-postgres/account.ts'
import { ask } from '../harness/recount.ts'
import { end, freePorts, pathOf, run } from '../machines/programs.ts'
import { exampleWith } from './example.ts'

export interface Pooler {
  /** The database's address through it. */
  url: string
  stop(): Promise<void>
}

/**
 * Starts PgBouncer with the documentation's example in front of this database, with fewer connections (`poolSize`), so that its clients share
 * them; its files are in `folder`.
 */
export async function startPgbouncer(folder: string, databaseUrl: string, poolSize: number): Promise<Pooler> {
  const [port = 0] = await freePorts(1)
  const real = new URL(databaseUrl)
  const name = real.pathname.slice(1)
  const settings = exampleWith('pgbouncer.ini', [
    [
      /\npianzhang = .*/,
      `\n${name} = host=${real.hostname} port=${real.port} dbname=${name} user=${real.username} password=${real.password}`,
    ],
    [/listen_port = .*/, `listen_port = ${port}\nunix_socket_dir =`],
    // Clients need no password: the pooler itself has the one of the database.
    [/auth_type = .*\nauth_file = .*/, 'auth_type = any'],
    [/default_pool_size = .*/, `default_pool_size = ${poolSize}`],
  ])
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, settings)
  // PgBouncer refuses to run as root.
  const account = process.getuid?.() === 0 ? unprivileged(readFileSync('/etc/passwd', 'utf8')) : null
  if (account) for (const path of [folder, file]) chownSync(path, account.uid, account.gid)
  const child = run('pgbouncer', [file], join(folder, 'pgbouncer.log'), account)
  const url = `postgres://anybody@127.0.0.1:${port}/${name}`
  await vi
    .waitFor(() => ask(url, 'select 1'), { timeout: 20_000 })
    .catch(async (error) => {
      await end(child)
      throw error
    })
  return { url, stop: () => end(child) }
}

/** Whether the installed PgBouncer tracks prepared statements in transaction mode: from 1.21, by default from 1.24. */
export function tracksStatements(): boolean {
  const said = execFileSync(pathOf('pgbouncer') ?? '', ['--version'], { encoding: 'utf8' })
  return Number(/PgBouncer 1\.(\d+)/.exec(said)?.[1]) >= 24
}
