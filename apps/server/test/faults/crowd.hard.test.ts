import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { startTestApp, type TestApp } from '../harness/harness.ts'
import { ask } from '../harness/recount.ts'
import { crowd } from './crowd.ts'

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => await app.close())

test('20 people, 150 calls each: nobody gets a fault, no edit is lost, every sum equals its lines', async () => {
  onTestFailed(() => console.error(`SEED=${SEED}`))
  const { tally, lines } = await crowd(app, SEED, 20, 150)
  const [database] = await ask<{ deadlocks: number }>(
    app.databaseUrl,
    'select deadlocks::int4 from pg_stat_database where datname = current_database()',
  )
  console.log(`${lines} lines, ${database?.deadlocks} deadlocks that nobody heard of`, tally)
  // Every conflict occurred at least once; otherwise the test shows nothing about it.
  for (const what of [
    'edit 0',
    'edit 409',
    'edit 422',
    'create 0',
    'create 422',
    'change contested 0',
    'change contested 404',
    'delete contested 0',
    'delete contested 404',
    'add subject 0',
    'delete subject 0',
    'delete subject 422',
    'add payment type 0',
    'add payment type 422',
    'delete payment type 0',
    'delete payment type 422',
    'import 0',
  ])
    expect(tally[what], what).toBeGreaterThan(0)
})
