import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { TestApp } from './harness.ts'
import { workerApp } from './worker-app.ts'

type Open<World> = (app: TestApp) => Promise<World>
type Set<World> = (app: TestApp, world: World) => void

/** Registers `beforeAll`, `beforeEach` and `afterAll`: on the worker's server `set` gets a new world of it before each test. */
export function worldForEach<World>(open: Open<World>, set: Set<World>): void {
  let app: TestApp
  beforeAll(async () => {
    app = await workerApp()
  })
  beforeEach(async () => set(app, await open(app)))
  afterAll(() => app.close())
}

/** The same with one world, which all tests of the file share. */
export function worldForAll<World>(open: Open<World>, set: Set<World>): void {
  let app: TestApp
  beforeAll(async () => {
    app = await workerApp()
    set(app, await open(app))
  })
  afterAll(() => app.close())
}
