import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backup } from '../../../src/operator/backup/backup.ts'
import { listTables } from '../../../src/operator/backup/manifest.ts'
import { restore } from '../../../src/operator/backup/restore.ts'
import { countAll, differences } from '../../../src/operator/spread/recount.ts'
import { ensureDemo } from '../../../src/start/demo/ensure.ts'
import { paymentWorld } from '../../books/payments/helpers.ts'
import { expectSumsTrue } from '../../books/payments/sums.ts'
import { withClient } from '../../harness/client.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { spreadDatabase, whyNoCitus } from '../../machines/citus.ts'

const WHY_NOT = whyNoCitus()

/** Counts of the tables that a backup has. */
const counted = (url: string) =>
  withClient(url, async (client) => {
    const { rows, sums } = await countAll(client)
    const names = new Set((await listTables(client)).map(({ name }) => name))
    const of = (key: string) => names.has(key.split(' ').at(-1) ?? '')
    return {
      rows: Object.fromEntries(Object.entries(rows).filter(([key]) => of(key))),
      sums: Object.fromEntries(Object.entries(sums).filter(([key]) => of(key))),
    }
  })

describe.skipIf(WHY_NOT !== null)('a backup of a spread database', () => {
  let app: TestApp
  let folder: string
  beforeAll(async () => {
    const database = await spreadDatabase()
    app = await startTestApp({}, { database })
    folder = await mkdtemp(join(tmpdir(), 'pianzhang-test-'))
    await ensureDemo(app.services)
  })
  afterAll(async () => {
    await app?.close()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  test('has every row, is restored into a plain database, and not into a spread one', async () => {
    const file = join(folder, 'backup')
    await backup(app.databaseUrl, app.services.storage, file)
    await expect(restore(app.databaseUrl, app.services.storage, file)).rejects.toThrow('数据已分布')
    await using plain = await startTestApp()
    await restore(plain.databaseUrl, plain.services.storage, file)
    expect(differences(await counted(app.databaseUrl), await counted(plain.databaseUrl))).toEqual([])
    for (const { id } of await plain.services.db.selectFrom('projects').select('id').execute())
      await expectSumsTrue(plain.services.db, id)
    // Ids go on after the restored ones.
    const { clerk, body } = await paymentWorld(plain)
    expect((await clerk.post('/cost_executions', body())).code).toBe(0)
  })

  test('made while people write and make projects can be restored', async () => {
    const world = await paymentWorld(app)
    let writing = true
    const write = async () => {
      while (writing) {
        expect((await world.clerk.post('/cost_executions', world.body())).code).toBe(0)
      }
    }
    const found = async () => {
      while (writing) await paymentWorld(app)
    }
    const people = [write(), write(), found()]
    const file = join(folder, 'busy')
    await backup(app.databaseUrl, app.services.storage, file).finally(() => {
      writing = false
    })
    await Promise.all(people)
    await using plain = await startTestApp()
    await restore(plain.databaseUrl, plain.services.storage, file)
    for (const { id } of await plain.services.db.selectFrom('projects').select('id').execute())
      await expectSumsTrue(plain.services.db, id)
  })
})
