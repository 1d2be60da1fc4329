import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFailed, test } from 'vitest'
import { programsBelow } from '../apps/server/src/platform/database/embedded-postgres/leftover-processes.ts'
import { processesOf, ROOT, started } from './processes.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pianzhang-killed-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const runs = (part: string) => () => processesOf(folder).some((line) => line.includes(part))
const databaseRuns = () => programsBelow(folder).length > 0
/** Of npm itself only its cache of compiled files stays. */
const folders = () => readdirSync(folder).filter((name) => name !== 'node-compile-cache')
const left = () => [...processesOf(folder), ...programsBelow(folder), ...folders()]
const LONG = { timeout: 300_000, interval: 200 }

/** Phases of `npm test`, and how each is known to have begun. */
const PHASES: [string, string, () => boolean][] = [
  ['unit tests', 'check', runs('vitest')],
  ['the tests on PostgreSQL', 'server', databaseRuns],
  ['browser tests', 'e2e', runs('--remote-debugging-pipe')],
]

for (const [phase, part, begun] of PHASES)
  test.each([
    ['the script', 'SIGKILL'],
    ['npm', 'SIGKILL'],
    ['npm', 'SIGTERM'],
    ['the process group, as by Ctrl-C,', 'SIGINT'],
  ] as const)(`${phase}: %s ended by %s leaves no process and no folder`, async (whom, signal) => {
    const run =
      whom === 'the script'
        ? started(process.execPath, ['scripts/test.mjs', part], folder)
        : started('npm', ['test', '--', part], folder)
    const pid = run.pid ?? 0
    onTestFailed(() => void process.kill(-pid, 'SIGKILL'))
    await expect.poll(begun, LONG).toBe(true)
    process.kill(whom.startsWith('the process group') ? -pid : pid, signal)
    await expect.poll(left, LONG).toEqual([])
  })

test('the installation: the script ended by SIGKILL leaves no process, and no folder but the checkout', async () => {
  const checkout = mkdtempSync(join(tmpdir(), 'pianzhang-checkout-'))
  try {
    const files = execFileSync('git', ['-C', ROOT, 'ls-files', '-z', '-co', '--exclude-standard'], {
      encoding: 'utf8',
    })
    for (const file of files.split('\0').filter((name) => name !== '')) {
      mkdirSync(dirname(join(checkout, file)), { recursive: true })
      cpSync(join(ROOT, file), join(checkout, file))
    }
    const run = started(process.execPath, ['scripts/test.mjs', 'check'], folder, checkout)
    // npm calls its process so once it has begun.
    const installs = () => processesOf(folder).some((line) => /npm(-cli\.js)? ci\b/.test(line))
    await expect.poll(installs, LONG).toBe(true)
    process.kill(run.pid ?? 0, 'SIGKILL')
    await expect.poll(left, LONG).toEqual([])
  } finally {
    rmSync(checkout, { recursive: true, force: true })
  }
})
