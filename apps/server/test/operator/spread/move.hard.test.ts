import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { crowd } from '../../faults/crowd.ts'
import { startTestApp, type TestApp } from '../../harness/harness.ts'
import { type Citus, on, spreadDatabase, whyNoCitus } from '../../machines/citus.ts'

const WHY_NOT = whyNoCitus()
/** People of `crowd`, who write in one project while the shards of all projects are moved, and the writes of each. */
const PEOPLE = 8
const TURNS = 40

describe.skipIf(WHY_NOT !== null)('a shard moved to another worker', () => {
  let app: TestApp
  let database: { citus: Citus; url: string; drop(): Promise<void> }
  beforeAll(async () => {
    database = await spreadDatabase()
    app = await startTestApp({}, { database })
  })
  afterAll(async () => await app?.close())

  const placements = () =>
    on(
      database.url,
      `select shardid::text as shard, nodename as host, nodeport as port from citus_shards
       where table_name = 'subjects'::regclass order by shardid`,
    )

  /** Moves every group of shards to the worker that does not have it; while people write, by logical replication. */
  const moveAll = async () => {
    const [one, two] = database.citus.nodes.slice(1).map((node) => Number(new URL(node).port))
    const admin = new URL(database.citus.nodes[0] as string)
    admin.pathname = new URL(database.url).pathname
    for (const { shard, host, port } of await placements())
      await on(
        admin.href,
        `select citus_move_shard_placement($1, $2, $3, $2, $4, shard_transfer_mode => 'force_logical')`,
        [shard, host, port, port === one ? two : one],
      )
  }

  test(`while ${PEOPLE} people write: nobody gets a fault, no edit is lost, every sum equals its lines`, async () => {
    const before = await placements()
    let writing = true
    let moves = 0
    const moving = (async () => {
      while (writing) {
        await moveAll()
        moves += before.length
      }
    })()
    const { tally, lines } = await crowd(app, 1, PEOPLE, TURNS).finally(() => {
      writing = false
    })
    await moving
    console.log(`${lines} lines, ${moves} moves of shards`, tally)
    expect(moves).toBeGreaterThanOrEqual(before.length)
    expect(tally['edit 0']).toBeGreaterThan(0)
    expect(tally['import 0']).toBeGreaterThan(0)
  })
})
