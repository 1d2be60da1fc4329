import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { migrate } from '../../../src/platform/database/migrations/migrate.ts'
import { withClient } from '../../harness/client.ts'
import { startTestApp } from '../../harness/harness.ts'
import { hasPostgres, OwnPostgres } from '../../machines/own-postgres.ts'
import { runCommand } from '../../processes/commands.ts'

const what = 'point in time of an own PostgreSQL'

/** docs/运维/自备数据库.md, 恢复到某一时刻, on a cluster of the test's own. */
describe.skipIf(!hasPostgres(what, { pgbackrest: 'pgbackrest' }))(what, () => {
  let postgres: OwnPostgres | undefined
  afterAll(async () => await postgres?.remove())

  test('pgBackRest brings the books back to a moment between two mistakes', async () => {
    postgres = await OwnPostgres.create()
    const server = postgres
    const repository = server.makeFolder('repository')
    const config = join(server.folder, 'pgbackrest.conf')
    const places = ['log-path', 'lock-path', 'spool-path'].map((name) => `${name}=${server.makeFolder(name)}`)
    writeFileSync(
      config,
      `[global]
repo1-path=${repository}
repo1-retention-full=2
start-fast=y
${places.join('\n')}
[main]
pg1-path=${server.data}
pg1-port=${server.port}
pg1-socket-path=${server.folder}
pg1-user=postgres
`,
    )
    const backRest = (...args: string[]) =>
      server.run('pgbackrest', `--config=${config}`, '--stanza=main', ...args)
    server.set(
      'archive_mode = on',
      `archive_command = 'pgbackrest --config=${config} --stanza=main archive-push %p'`,
    )
    await server.start()
    await withClient(server.url('postgres'), (client) => client.query('create database pianzhang'))
    const url = server.url('pianzhang')
    await migrate(url)
    await backRest('stanza-create')
    await backRest('check')

    const app = await startTestApp({}, { database: { url, drop: async () => undefined } })
    const { admin } = await app.company(3)
    await admin.post('/projects', { name: '备份前' })
    await backRest('--type=full', 'backup')
    // The moment must be later than the end of a backup, which is noted in whole seconds.
    await sleep(2_000)
    await admin.post('/projects', { name: '备份后' })
    const moment = await withClient(url, async (client) => {
      const { rows } = await client.query<{ now: string }>(`select clock_timestamp()::text as now`)
      return rows[0]?.now ?? ''
    })
    await sleep(1_100)
    await admin.post('/projects', { name: '误操作' })
    await withClient(url, (client) => client.query(`update projects set name = '改坏了'`))
    // The archive has it only when the segment is switched or the server stops.
    await withClient(server.url('postgres'), (client) => client.query('select pg_switch_wal()'))
    await app.close()
    await server.stop()

    await backRest('--delta', '--type=time', `--target=${moment}`, '--target-action=promote', 'restore')
    await server.start()
    await expect
      .poll(
        () =>
          withClient(url, async (client) => {
            const { rows } = await client.query<{ name: string; recovering: boolean }>(
              'select name, pg_is_in_recovery() as recovering from projects order by id',
            )
            return rows.map(({ name, recovering }) => `${name} ${recovering}`)
          }),
        { timeout: 60_000 },
      )
      .toEqual(['备份前 false', '备份后 false'])
    const again = await startTestApp({}, { database: { url, drop: async () => undefined } })
    expect(await runCommand(again, 'check')).toMatchObject({ failed: false })
    await again.close()
  })
})
