import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readRows } from '../../../src/platform/database/read-rows.ts'
import { ExportSlot } from '../../../src/platform/files/export-slot.ts'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'

const ROWS = 2_500
let app: TestApp

beforeAll(async () => {
  app = await workerApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const { db } = app.services
  await db.deleteFrom('attempts').execute()
  await sql`insert into attempts (kind, subject, at) select 'login', n::text, now() from generate_series(1, ${ROWS}::int) n`.execute(
    db,
  )
})

async function* read(least = '0') {
  const { exports, db } = app.services
  const slot = new ExportSlot(await exports.connect(), () => undefined)
  const select = sql<{
    subject: string
  }>`select subject from attempts where id > ${least}::bigint order by id`
  for await (const rows of readRows(slot, db, select)) yield* rows
}
const connections = () => {
  const { totalCount, idleCount } = app.services.exports
  return { busy: totalCount - idleCount }
}

test('reads every row in order from one snapshot: rows deleted meanwhile are included', async () => {
  const subjects = []
  for await (const { subject } of read()) {
    if (subjects.length === 0) await app.services.db.deleteFrom('attempts').execute()
    subjects.push(subject)
  }
  expect(subjects).toEqual(Array.from({ length: ROWS }, (_, index) => String(index + 1)))
  for await (const _ of read()) expect.fail('all are gone')
  expect(connections()).toEqual({ busy: 0 })
})

test('the connection is released when the reader stops and when the statement fails', async () => {
  for (let times = 0; times < 10; times += 1)
    for await (const row of read()) {
      expect(row).toEqual({ subject: '1' })
      break
    }
  for (let times = 0; times < 10; times += 1)
    await expect(read('x').next()).rejects.toThrow('invalid input syntax')
  expect(connections()).toEqual({ busy: 0 })
})
