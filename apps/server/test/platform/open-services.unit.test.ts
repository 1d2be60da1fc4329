import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/platform/config.ts'
import { SETTINGS } from '../../src/platform/database/embedded-postgres/settings.ts'
import { READING_SLOTS, SHEET_SLOTS } from '../../src/platform/files/file-jobs.ts'
import { openServices } from '../../src/platform/open-services.ts'

/** Reserved for superusers. */
const RESERVED = 3

test('the pools of a server, of its processes and of a command fit into the embedded database', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pianzhang-pools-'))
  const most = async (connections?: number) => {
    const { services, close } = await openServices({
      config: readConfig({}, dataDir),
      databaseUrl: 'postgres://nobody@127.0.0.1:1/nothing',
      ...(connections !== undefined && { connections }),
    })
    const pools = services.pools.all.reduce((sum, { pool }) => sum + pool.options.max, 0)
    await close()
    // And the one that listens to changes.
    return pools + 1
  }
  const [server, exporter, reader] = [await most(), await most(8), await most(2)]
  const readers = SHEET_SLOTS.total + READING_SLOTS.total
  const all = server + exporter + readers * reader
  expect(all + server + RESERVED).toBeLessThanOrEqual(Number(SETTINGS.max_connections))
  await rm(dataDir, { recursive: true })
})
