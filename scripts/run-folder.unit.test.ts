import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { processesOf, started } from './processes.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pianzhang-killed-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A run that has started a process which no signal but SIGKILL ends, in a session of its own and a folder of the run; then it waits for a program. */
const RUN = `
  import { spawn } from 'node:child_process'
  import { mkdtempSync } from 'node:fs'
  import { tmpdir } from 'node:os'
  import { join } from 'node:path'
  import { foreground } from './scripts/children.mjs'
  import { inRunFolder } from './scripts/run-folder.mjs'
  await inRunFolder(async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'work-'))
    const stubborn = "for (const s of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']) process.on(s, () => {}); require('fs').writeFileSync('ready', ''); setInterval(() => {}, 1000)"
    spawn(process.execPath, ['-e', stubborn], { cwd, detached: true, stdio: 'ignore' })
    await foreground('sh', ['-c', 'until [ -e ' + cwd + '/ended ]; do sleep 0.1; done'])
  })
  process.exit()`

const files = () => readdirSync(folder, { recursive: true }).map(String)
const SLOWLY = { timeout: 50_000 }

test.each(['SIGKILL', 'SIGTERM', 'SIGINT', 'its end'] as const)(
  'a run that ends by %s leaves no process and no folder',
  async (signal) => {
    const run = started(process.execPath, ['--input-type=module', '-e', RUN], folder)
    await expect.poll(files, SLOWLY).toContainEqual(expect.stringMatching(/\/ready$/))
    expect(processesOf(folder).length).toBeGreaterThan(2)
    const ready = files().find((path) => path.endsWith('/ready')) ?? ''
    if (signal === 'its end') writeFileSync(join(folder, dirname(ready), 'ended'), '')
    else process.kill(-(run.pid ?? 0), signal)
    await expect.poll(() => [...processesOf(folder), ...readdirSync(folder)], SLOWLY).toEqual([])
  },
)
