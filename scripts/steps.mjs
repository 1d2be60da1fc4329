import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { capture, interrupted, root } from './children.mjs'
import { ensureBuilt, ensureInstalled, node24 } from './install.mjs'

// Each step resolves with `{ name, passed, failures, files }`; scripts/reporters/results.ts describes the last three.

/** Which browser tests a command runs, by their marks. `@short`: one marked `@all` walks the same page further. */
const ORDINARY = ['--grep-invert', '@(all|hard)']
const ALL = ['--grep-invert', '@(short|hard)']
const HARD = ['--grep', '@hard']

const bin = (path) => join(root, 'node_modules', path)

/** Format, lint, types and the tests that need no database; with `build` also the page and the demo, for the browser tests. */
export const checks = ({ build = false } = {}) => [
  () => vitest('unit', ['unit', 'mocking']),
  ...Object.entries(TYPES).map((program) => () => typed(program)),
  () => command('biome', 'npx biome ci', [bin('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '.']),
  ...(build ? [builtPage, madeDemo] : []),
]

/** Installs the packages; prints nothing, as all else begins with it. */
export async function installed() {
  const start = performance.now()
  await ensureInstalled()
  return { title: '安装', seconds: (performance.now() - start) / 1000, steps: [] }
}

/** The HTTP tests on a real PostgreSQL. With `all` also the tests of `ALL_ONLY`. */
export const serverTests = ({ all = false } = {}) => [
  () => vitest('server', ['server', ...(all ? ['more', 'more-unit'] : [])]),
]

/** Makes and checks a throw-away ledger and field, as docs/new-ledger.md says; with `forget` also that a check fails for each place left out. */
export const additionTests = ({ forget = false } = {}) =>
  ['try-ledger', 'try-field'].map((name) => () => {
    const options = forget ? ['--forget'] : []
    const again = [`npm run ${name}`, ...(forget ? ['-- --forget'] : [])].join(' ')
    return command(name, again, [join(root, `scripts/${name}.mjs`), ...options])
  })

/** A real browser against a real server. */
export const browserTests = ({ all = false } = {}) => [builtPage, () => playwright(all ? ALL : ORDINARY)]

/**
 * The tests that take minutes: kills, full disks, thousands of broken files, one file after the other, as some measure time and memory; then the
 * server's long ones (vitest.config.ts), and the browser tests marked @hard. `filters`: run only server test files whose names contain one of these.
 */
export const hardTests = (filters) => [
  () => vitest('hard', ['hard'], ['--no-file-parallelism', ...filters], LOUD),
  () => vitest('long', ['long'], filters, LOUD),
  ...(filters.length > 0 ? [] : [...additionTests({ forget: true }), builtPage, () => playwright(HARD)]),
]

/** A part of a run, with the time that it took. */
export async function part(title, steps, width = 1) {
  const start = performance.now()
  const results = await runSteps(steps, width)
  return { title, seconds: (performance.now() - start) / 1000, steps: results }
}

/** Runs steps, at most `width` at a time, and prints a line for each in their order. A step that fails does not keep the next from running. */
async function runSteps(steps, width) {
  const results = []
  const waiting = [...steps.keys()]
  let printed = 0
  const worker = async () => {
    for (let index = waiting.shift(); index !== undefined && !interrupted(); index = waiting.shift()) {
      const start = performance.now()
      const result = await steps[index]()
      results[index] = { ...result, seconds: (performance.now() - start) / 1000 }
      for (; results[printed]; printed++) console.log(line(results[printed]))
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return results.filter(Boolean)
}

function line({ name, passed, failures, seconds }) {
  const count = passed > 0 ? ` ${passed} passed` : ''
  const failed = failures.length > 0 ? ` ${failures.length} failed` : ''
  return `${failures.length > 0 ? '✗' : '✓'} ${name}${count}${failed} ${seconds.toFixed(1)} s`
}

/** Prints what tests print, too. */
const LOUD = { reporters: ['--reporter=default'], quiet: false }

function vitest(name, projects, more = [], { reporters = [], ...options } = {}) {
  const named = projects.flatMap((project) => ['--project', project])
  const reporting = [...reporters, `--reporter=${join(root, 'scripts/reporters/vitest.ts')}`]
  const args = [bin('vitest/vitest.mjs'), 'run', ...named, '--passWithNoTests', ...reporting, ...more]
  return tests(name, args, options)
}

function playwright(marked) {
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--pass-with-no-tests', ...marked]
  const reporter = `--reporter=${join(root, 'scripts/reporters/playwright.ts')}`
  // SIGTERM would end Playwright without stopping the servers it started.
  return tests('browser', [bin('@playwright/test/cli.js'), ...args, reporter], { endSignal: 'SIGINT' })
}

/** Runs tests whose reporter writes the results into a file; a run that ends badly without a failed test still counts as a failure. */
async function tests(name, args, { env = {}, quiet = true, ...options }) {
  const folder = mkdtempSync(join(tmpdir(), 'pianzhang-results-'))
  const file = join(folder, 'results.json')
  try {
    const { code, output } = await capture(node24(), args, {
      stdio: quiet ? ['ignore', 'inherit', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env, TEST_RESULTS: file },
      ...options,
    })
    const results = read(file)
    if (code !== 0 && results.failures.length === 0) results.failures.push(failed(name, output))
    return { name, ...results }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A check that counts as one failure, whose last lines say most. */
const failed = (name, text, again = '') => ({ place: name, title: '', text, again })

async function command(name, again, args, env = {}) {
  const { code, output } = await capture(node24(), args, { env: { ...process.env, ...env } })
  return { name, passed: 0, failures: code === 0 ? [] : [failed(name, output, again)], files: [] }
}

/**
 * One program is all that runs in Node, the other the page. Each is checked once, by one checker: four of them check what they share four times. Go
 * collects garbage less often, for memory of which there is enough.
 */
const TYPES = {
  server: { again: 'npx tsc', args: ['-p', '.'] },
  web: { again: 'npx tsc -p apps/web', args: ['-p', 'apps/web'] },
}
const TSC = { args: ['--checkers', '1', '--pretty', 'false'], env: { GOGC: '400' } }

const typed = ([name, { again, args }]) =>
  command(`types ${name}`, again, [bin('typescript/bin/tsc'), ...args, ...TSC.args], TSC.env)

const madeDemo = () => command('demo', 'node e2e/demo-folder.ts', [join(root, 'e2e/demo-folder.ts')])

async function builtPage() {
  const failures = await ensureBuilt().then(
    () => [],
    (error) => [failed('build', error.message, 'npm run build')],
  )
  return { name: 'build', passed: 0, failures, files: [] }
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, failures: [], files: [] }
  }
}
