import { randomUUID } from 'node:crypto'
import { type BrowserContext, test as base } from '@playwright/test'
import { endOperator } from './operator.ts'
import { readNotices } from './read-notices.ts'
import { startServer } from './start-server.ts'

export { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test'

/** The contexts that the tests of this worker share, by the options that differ between tests. */
const shared = new Map<string, BrowserContext>()

/**
 * Every worker has a server of its own with a copy of the demo, so that workers do not share data. With E2E_BASE_URL all use that running server;
 * E2E_DATA_DIR is its data folder. With TEST_SPREAD each has a spread database of its own on the cluster of TEST_CITUS_URL.
 */
export const test = base.extend<{ alone: boolean }, { address: string }>({
  address: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern to find that no fixture is needed
    async ({}, use) => {
      const given = process.env.E2E_BASE_URL
      const { address, stop } = given ? { address: given, stop: undefined } : await ownServer()
      process.env.E2E_ADDRESS = address
      await use(address)
      await endOperator()
      await stop?.()
    },
    { scope: 'worker', timeout: 0 },
  ],
  baseURL: ({ address }, use) => use(address),
  // For tests that move the clock, which cannot be undone, or need an empty cache.
  alone: [false, { option: true }],
  /**
   * Tests share a context, whose cache of scripts saves a fifth of their time: it is emptied of cookies, storage, permissions and routes after
   * each. Those with other options share another one.
   */
  context: async (
    {
      browser,
      address,
      alone,
      permissions,
      viewport,
      hasTouch,
      isMobile,
      locale,
      timezoneId,
      javaScriptEnabled,
    },
    use,
  ) => {
    const options = JSON.stringify([viewport, hasTouch, isMobile, locale, timezoneId, javaScriptEnabled])
    const kept = alone ? undefined : shared.get(options)
    const context = kept ?? (await browser.newContext())
    if (!alone) shared.set(options, context)
    if (permissions) await context.grantPermissions(permissions)
    await use(context)
    const all = [...shared.values()]
    for (const one of browser.contexts()) if (!all.includes(one)) await one.close()
    if (!alone) await clear(context, address)
  },
})

/** Empties the context of what a test left, except for the browser's cache. */
async function clear(context: BrowserContext, origin: string): Promise<void> {
  const page = context.pages()[0] ?? (await context.newPage())
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
  })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  for (const one of context.pages()) await one.close()
  await context.setOffline(false)
  await context.clearCookies()
  await context.clearPermissions()
}

async function ownServer(): Promise<{ address: string; stop(): Promise<void> }> {
  if (process.env.TEST_SPREAD) {
    const { spreadDatabase } = await import('../apps/server/test/machines/citus.ts')
    const database = await spreadDatabase()
    // Both are read by `ask`, SECRET by the server too, which generates one only for the embedded database.
    Object.assign(process.env, { E2E_DATABASE_URL: database.url, SECRET: randomUUID() })
    const server = await startServer({ DATABASE_URL: database.url })
    process.env.E2E_DATA_DIR = server.dataFolder
    await readNotices(server.address)
    return {
      address: server.address,
      stop: async () => {
        await server.stop()
        await database.drop()
      },
    }
  }
  const server = await startServer({}, process.env.E2E_DEMO)
  // Read by `ask`, to find this worker's database.
  process.env.E2E_DATA_DIR = server.dataFolder
  return server
}
