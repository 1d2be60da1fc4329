import { afterAll, beforeAll, expect, test } from 'vitest'
import { withAllSubjects } from '../harness/default-subjects.ts'
import type { TestApp } from '../harness/harness.ts'
import { workerApp } from '../harness/worker-app.ts'
import { importMutants } from './mutations.ts'

withAllSubjects()

let app: TestApp
beforeAll(async () => {
  app = await workerApp()
})
afterAll(async () => await app.close())

// A few of the thousand of `mutations.hard.test.ts`.
test('50 damaged spreadsheets: each is refused or imported correctly', async () => {
  const tally = await importMutants(app, 1, 50)
  expect(Object.values(tally).reduce((sum, count) => sum + count, 0)).toBe(50)
  expect(Object.keys(tally).some((key) => key.includes('imported'))).toBe(true)
  expect(Object.keys(tally).some((key) => key.includes('refused'))).toBe(true)
})
