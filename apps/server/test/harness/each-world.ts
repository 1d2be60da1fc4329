import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTestApp, type TestApp } from './harness.ts'

/** Starts a server for the tests of a file, which is closed after them, and hands it and a new world to `set` before each test. */
export function worldForEach<World>(
  open: (app: TestApp) => Promise<World>,
  set: (app: TestApp, world: World) => void,
): void {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  beforeEach(async () => set(app, await open(app)))
  afterAll(() => app.close())
}
