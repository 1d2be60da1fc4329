import { test as base } from '@playwright/test'
import { startServer } from './start-server.ts'

export { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test'

/**
 * Every worker has a server of its own with the demo, so that workers do not share data. With E2E_BASE_URL all use that running server;
 * E2E_DATA_DIR is its data folder.
 */
export const test = base.extend<object, { address: string }>({
  address: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern to find that no fixture is needed
    async ({}, use) => {
      if (process.env.E2E_BASE_URL) return use(process.env.E2E_BASE_URL)
      const server = await startServer()
      // Read by `operate`, to find this worker's database.
      process.env.E2E_DATA_DIR = server.dataFolder
      await use(server.address)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ address }, use) => use(address),
})
