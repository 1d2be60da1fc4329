import { randomUUID } from 'node:crypto'
import { test as base } from '@playwright/test'
import { spreadDatabase } from '../apps/server/test/machines/citus.ts'
import { readNotices } from './read-notices.ts'
import { startServer } from './start-server.ts'

export { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test'

/**
 * Every worker has a server of its own with the demo, so that workers do not share data. With E2E_BASE_URL all use that running server;
 * E2E_DATA_DIR is its data folder. With TEST_SPREAD each has a spread database of its own on the cluster of TEST_CITUS_URL.
 */
export const test = base.extend<object, { address: string }>({
  address: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern to find that no fixture is needed
    async ({}, use) => {
      if (process.env.E2E_BASE_URL) return use(process.env.E2E_BASE_URL)
      const database = process.env.TEST_SPREAD ? await spreadDatabase() : undefined
      // Both are read by `operate`, SECRET by the server too, which generates one only for the embedded database.
      if (database) Object.assign(process.env, { E2E_DATABASE_URL: database.url, SECRET: randomUUID() })
      const server = await startServer(database ? { DATABASE_URL: database.url } : {})
      // Read by `operate`, to find this worker's database.
      process.env.E2E_DATA_DIR = server.dataFolder
      await readNotices(server.address)
      await use(server.address)
      await server.stop()
      await database?.drop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ address }, use) => use(address),
})
