import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { test as base } from '@playwright/test'

export { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test'

/**
 * Every worker has a server of its own with the demo's companies, so two workers never meet. With E2E_BASE_URL all use
 * that one, which runs already; E2E_DATA_DIR is its data folder.
 */
export const test = base.extend<object, { address: string }>({
  address: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that nothing is needed
    async ({}, use) => {
      if (process.env.E2E_BASE_URL) return use(process.env.E2E_BASE_URL)
      const folder = join(tmpdir(), `pianzhang-e2e-${randomUUID()}`)
      const child = spawn(process.execPath, [fileURLToPath(new URL('./server.ts', import.meta.url))], {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { ...process.env, PORT: '0', E2E_FOLDER: folder, DEMO: '1' },
      })
      const closed = once(child, 'close')
      // Where the operator's commands of this worker find the database.
      process.env.E2E_DATA_DIR = join(folder, 'data')
      await use(await readyAt(child))
      child.kill('SIGTERM')
      await closed
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ address }, use) => use(address),
})

/** The address in the line that tells that the server is ready. */
async function readyAt(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the server has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const address = line.match(/ready at (http:\S+)/)?.[1]
    if (!address) continue
    // Read on, or the pipe fills and the server waits.
    child.stdout.resume()
    return address
  }
  throw new Error('the server ended before it was ready')
}
