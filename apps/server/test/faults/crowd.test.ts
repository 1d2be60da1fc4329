import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../harness/harness.ts'
import { workerApp } from '../harness/worker-app.ts'
import { crowd } from './crowd.ts'

let app: TestApp
beforeAll(async () => {
  app = await workerApp()
})
afterAll(async () => await app.close())

// A short run of `crowd.hard.test.ts`.
test('20 people edit the same ten payments: no edit is lost, every sum equals its lines', async () => {
  const { tally, lines } = await crowd(app, 1, 20, 6)
  expect(tally['edit 409']).toBeGreaterThan(0)
  expect(tally['import 0']).toBeGreaterThan(0)
  expect(lines).toBeGreaterThan(10)
})
