import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { chromiumExecutable } from './browser.ts'

// Set here, as the workers and their servers inherit it.
process.env.CAPTCHA_FIXED ??= 'test'
// The demo's administrator: the server has several companies as soon as a test makes one.
process.env.OPERATOR_PHONES ??= '13800000001'

const { executablePath, args, env } = await chromiumExecutable()
// Without V8's optimizing compilers, whose work pays off only on pages that run for minutes: the tests take a tenth less processor time.
args.push('--js-flags=--no-turbofan,--no-maglev')

export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup.ts',
  outputDir: fileURLToPath(new URL('../test-results', import.meta.url)),
  // One per core: each has a server and a browser.
  workers: process.env.E2E_BASE_URL ? 1 : 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: !!process.env.CI,
  // A right page never waits so long, however slow the machine; rules of time are tested with the page's clock.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  // By hand each test has a line; `npm test` has a reporter of its own.
  reporter: 'list',
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Traces cost an eighth of the time; use `--trace retain-on-failure` to investigate a failure.
    trace: 'off',
    actionTimeout: 60_000,
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath, args, env },
  },
  projects: [{ name: 'desktop', use: { viewport: { width: 1440, height: 900 } } }],
})
