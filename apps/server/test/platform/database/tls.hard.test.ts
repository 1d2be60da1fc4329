import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../src/platform/config.ts'
import { migrate } from '../../../src/platform/database/migrations/migrate.ts'
import { withClient } from '../../harness/client.ts'
import { startTestApp } from '../../harness/harness.ts'
import { hasPostgres, OwnPostgres } from '../../machines/own-postgres.ts'
import { startCommandLine } from '../../processes/commands.ts'

const what = 'TLS to an own PostgreSQL'

/** docs/运维/自备数据库.md: the certificate of the database is checked against the operator's own CA. */
describe.skipIf(!hasPostgres(what, { openssl: 'openssl' }))(what, () => {
  let postgres: OwnPostgres | undefined
  afterAll(async () => await postgres?.remove())

  test('sslmode=verify-full takes the right certificate alone, for every kind of connection', async () => {
    postgres = await OwnPostgres.create()
    const server = postgres
    const at = (name: string) => join(server.folder, name)
    const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
    for (const ca of ['ca', 'other'])
      openssl(
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-subj',
        `/CN=${ca}`,
        '-keyout',
        at(`${ca}.key`),
        '-out',
        at(`${ca}.crt`),
      )
    openssl(
      'req',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=localhost',
      '-keyout',
      at('server.key'),
      '-out',
      at('server.csr'),
    )
    writeFileSync(at('names'), 'subjectAltName=DNS:localhost\n')
    openssl(
      'x509',
      '-req',
      '-in',
      at('server.csr'),
      '-CA',
      at('ca.crt'),
      '-CAkey',
      at('ca.key'),
      '-CAcreateserial',
      '-days',
      '2',
      '-extfile',
      at('names'),
      '-out',
      at('server.crt'),
    )
    for (const name of ['server.key', 'server.crt']) server.own(at(name))
    chmodSync(at('server.key'), 0o600)
    server.set('ssl = on', `ssl_cert_file = '${at('server.crt')}'`, `ssl_key_file = '${at('server.key')}'`)
    // Only connections with TLS.
    writeFileSync(
      join(server.data, 'pg_hba.conf'),
      'hostssl all all 127.0.0.1/32 trust\nhostssl all all ::1/128 trust\n',
    )
    await server.start()

    const url = (host: string, ca: string, database = 'pianzhang') =>
      `${server.url(database, host)}?sslmode=verify-full&sslrootcert=${encodeURIComponent(at(ca))}`
    await withClient(url('localhost', 'ca.crt', 'postgres'), (client) =>
      client.query('create database pianzhang'),
    )
    await expect(withClient(server.url('pianzhang', 'localhost'), async () => undefined)).rejects.toThrow(
      /no pg_hba.conf entry|no encryption/,
    )
    await expect(withClient(url('localhost', 'other.crt'), async () => undefined)).rejects.toThrow(
      /certificate/,
    )
    await expect(withClient(url('127.0.0.1', 'ca.crt'), async () => undefined)).rejects.toThrow(/altnames|IP/)

    const right = url('localhost', 'ca.crt')
    expect(readConfig({ DATABASE_URL: right, SECRET: 'a-secret-of-sixteen' }, at('none')).databaseUrl).toBe(
      right,
    )
    await migrate(right)
    const app = await startTestApp({}, { database: { url: right, drop: async () => undefined } })
    const { admin } = await app.company()
    expect(await admin.post('/projects', { name: '雪线' })).toMatchObject({ code: 0 })
    const plain = await withClient(right, async (client) => {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int4 as n from pg_stat_activity a join pg_stat_ssl s using (pid) where a.client_addr is not null and not s.ssl`,
      )
      return rows
    })
    expect(plain).toEqual([{ n: 0 }])
    const file = at('tls.tar.gz')
    const done = await startCommandLine({ ...app, databaseUrl: right }, ['backup', '--to', file]).ended
    expect(done).toMatchObject({ status: 0, err: '' })
    // The command names the database without user, password and settings.
    expect(done.out.split('\n')[0]).toMatch(/^数据库：localhost:\d+\/pianzhang；/)
    await app.close()
    const wrong = await startCommandLine({ ...app, databaseUrl: url('localhost', 'other.crt') }, [
      'company:list',
    ]).ended
    expect([wrong.status, wrong.out]).toEqual([1, ''])
    expect(wrong.err).toMatch(/证书|certificate/)
  })
})
