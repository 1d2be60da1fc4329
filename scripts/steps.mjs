import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { capture, foreground, root } from './children.mjs'
import { ensureBuilt, node24 } from './install.mjs'
import { workspaces } from './workspaces.mjs'

const bin = (path) => join(root, 'node_modules', path)

/** Format, lint, types and the tests that need no database, in parallel: a few seconds. */
export async function checks() {
  const node = node24()
  const tsc = (workspace) => quiet(`types ${workspace}`, node, [bin('typescript/bin/tsc'), '-p', workspace])
  return Promise.all([
    quiet('biome', node, [bin('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '.']),
    ...workspaces.map(tsc),
    counted('unit', (file) => vitest(node, ['unit', 'mocking'], file, quietly), readVitest),
  ])
}

/** The tests of rights and of what is answered, whose outcome depends on which features the company has on. */
const OF_FEATURES = [
  'platform/http/denial',
  'platform/http/matrix',
  'modules/roles',
  'modules/contracts',
  'faults/foreign',
]

/** The HTTP tests on a real PostgreSQL, with all features on, then those of features with all off. */
export async function serverTests() {
  const off = { env: { ...process.env, TEST_FEATURES: 'off' } }
  const without = (program, args) => quietly(program, args, off)
  return [
    await counted('server', (file) => vitest(node24(), ['server'], file, loudly), readVitest),
    await counted(
      'features off',
      (file) => vitest(node24(), ['server'], file, without, OF_FEATURES),
      readVitest,
    ),
  ]
}

/** Makes and checks a throw-away ledger, as docs/new-ledger.md says; `--forget`: and that a check fails for each shared place left out. */
export async function ledgerTest(...options) {
  return [await quiet('ledger', node24(), [join(root, 'scripts/try-ledger.mjs'), ...options])]
}

/**
 * The tests that take minutes: kills, full disks, thousands of broken files, one file after the other, as some measure time and memory; then the
 * server's long ones (vitest.config.ts), and the browser tests marked @hard. `filters`: run only server test files whose names contain one of these.
 */
export async function hardTests(filters) {
  const run = (file) => vitest(node24(), ['hard'], file, loudly, ['--no-file-parallelism', ...filters])
  const long = (file) => vitest(node24(), ['long'], file, loudly, filters)
  const off = { env: { ...process.env, TEST_FEATURES: 'off' } }
  const wrong = (file) =>
    vitest(node24(), ['server'], file, (...command) => loudly(...command, off), ['platform/http/'])
  const results = [await counted('hard', run, readVitest), await counted('long', long, readVitest)]
  if (filters.length === 0) results.push(await counted('features off', wrong, readVitest))
  if (filters.length > 0) return results
  return [...results, ...(await ledgerTest('--forget')), ...(await browserTests('--grep'))]
}

/** A real browser against a real server: without the tests marked @hard, or with `--grep` those alone. */
export async function browserTests(marked = '--grep-invert') {
  const build = await timed('build', () =>
    ensureBuilt().then(
      () => ({ code: 0 }),
      (error) => ({ code: 1, output: error.message }),
    ),
  )
  if (build.code !== 0) return [{ name: 'build', ok: false, passed: 0, failed: 1 }]
  const args = [
    bin('@playwright/test/cli.js'),
    'test',
    '--config',
    'e2e/playwright.config.ts',
    '--pass-with-no-tests',
    marked,
    '@hard',
  ]
  const run = (file) =>
    loudly(node24(), args, {
      // SIGTERM would end Playwright without stopping the server it started.
      endSignal: 'SIGINT',
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    })
  return [await counted('e2e', run, readPlaywright)]
}

/** Prints the closing line, which CI looks for, and returns the exit status. A failed check without tests counts as one failure. */
export function report(results) {
  const failing = results.filter((result) => !result.ok)
  if (failing.length > 0) console.log(`\nfailed: ${failing.map((result) => result.name).join(', ')}`)
  const sum = (field) => results.reduce((total, result) => total + result[field], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  return failing.length > 0 ? 1 : 0
}

const quietly = (program, args, options) => capture(program, args, options)
const loudly = async (program, args, options) => ({
  code: await foreground(program, args, options),
  output: '',
})

function vitest(node, projects, file, run, more = []) {
  const named = projects.flatMap((project) => ['--project', project])
  const args = [bin('vitest/vitest.mjs'), 'run', ...named, '--passWithNoTests', ...more]
  return run(node, [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
}

async function quiet(name, program, args) {
  const { code } = await timed(name, () => capture(program, args))
  return { name, ok: code === 0, passed: 0, failed: code === 0 ? 0 : 1 }
}

/** Runs tests that write their results into a file; a run that ends badly without a failed test still counts as a failure. */
async function counted(name, run, read) {
  const folder = mkdtempSync(join(tmpdir(), 'pianzhang-results-'))
  try {
    const file = join(folder, 'results.json')
    const { code } = await timed(name, () => run(file))
    const { passed, failed } = readResults(file, read)
    return { name, ok: code === 0 && failed === 0, passed, failed: code !== 0 && failed === 0 ? 1 : failed }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function timed(name, run) {
  const start = performance.now()
  const { code, output } = await run()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  if (code !== 0 && output) console.log(output.trim())
  console.log(`${code === 0 ? '✓' : '✗'} ${name} ${seconds} s`)
  return { code }
}

function readResults(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { passed: 0, failed: 0 }
  }
}

function readVitest(json) {
  // A file that could not be loaded failed without a failed test in it.
  const unloaded = json.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length
  return { passed: json.numPassedTests, failed: json.numFailedTests + unloaded }
}

function readPlaywright({ stats, errors }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + (stats.unexpected === 0 ? errors.length : 0),
  }
}
