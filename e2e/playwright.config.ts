import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type ReporterDescription } from '@playwright/test'
import { chromiumExecutable } from './browser.ts'

// Evaluated again in every worker, which inherits what the first evaluation has put into the environment.
process.env.E2E_PORT ??= String(await freePort())
process.env.CAPTCHA_FIXED ??= 'test'
process.env.E2E_FOLDER ??= join(tmpdir(), `pianzhang-e2e-${randomUUID()}`)
// Where the operator's commands find the server's database; with E2E_BASE_URL it is to be given too.
if (!process.env.E2E_BASE_URL) process.env.E2E_DATA_DIR ??= join(process.env.E2E_FOLDER, 'data')

const { executablePath, args, env } = await chromiumExecutable()
const address = process.env.E2E_BASE_URL ?? `http://127.0.0.1:${process.env.E2E_PORT}`
const results = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME
const reporter: ReporterDescription[] = [['line']]
if (results) reporter.push(['json', { outputFile: results }])

export default defineConfig({
  testDir: '.',
  outputDir: fileURLToPath(new URL('../test-results', import.meta.url)),
  // One server and two cores: more at once only makes them wait for each other.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: !!process.env.CI,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter,
  use: {
    baseURL: address,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args, env },
  },
  projects: [{ name: 'desktop', use: { viewport: { width: 1440, height: 900 } } }],
  // Only without an address of a server that runs already.
  ...(process.env.E2E_BASE_URL
    ? {}
    : {
        webServer: {
          command: `"${process.execPath}" "${fileURLToPath(new URL('./server.ts', import.meta.url))}"`,
          url: address,
          env: {
            PORT: process.env.E2E_PORT,
            CAPTCHA_FIXED: process.env.CAPTCHA_FIXED,
            E2E_FOLDER: process.env.E2E_FOLDER,
            DEMO: '1',
          },
          timeout: 120_000,
          stdout: 'ignore',
          stderr: 'pipe',
          reuseExistingServer: false,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
        },
      }),
})

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const at = probe.address()
      probe.close(() => done(typeof at === 'object' && at ? at.port : 0))
    })
  })
}
