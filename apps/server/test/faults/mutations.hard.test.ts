import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../harness/harness.ts'
import { importMutants } from './mutations.ts'

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => await app.close())

test('1,000 damaged spreadsheets: each is refused or imported correctly, none hangs', async () => {
  const tally = await importMutants(app, SEED, 1_000)
  console.log(Object.fromEntries(Object.entries(tally).sort()))
  const count = (outcome: RegExp) =>
    Object.entries(tally).reduce((sum, [key, times]) => sum + (outcome.test(key) ? times : 0), 0)
  // Otherwise only the zip's checksums were tested.
  expect(count(/: refused/)).toBeGreaterThan(200)
  expect(count(/: rows refused/)).toBeGreaterThan(20)
  expect(count(/: imported as it was/)).toBeGreaterThan(50)
  expect(count(/: imported as the other reader/)).toBeGreaterThan(50)
})
