import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { killBelow } from '../apps/server/src/platform/database/embedded-postgres/leftover.ts'

// Runs the server on a data folder of its own, which is removed after the server has ended.
const folder = process.env.E2E_FOLDER
if (!folder) throw new Error('E2E_FOLDER is not set: see test.ts')
// Fails if the folder exists, so that only a folder created here is removed.
mkdirSync(folder, { mode: 0o700 })
const env: NodeJS.ProcessEnv = { ...process.env, HOST: '127.0.0.1', DATA_DIR: join(folder, 'data') }
const child = spawn(
  process.execPath,
  [fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))],
  {
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  },
)
let signalled = false
const end = () => {
  if (!signalled) child.kill('SIGTERM')
  signalled = true
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end)
// The test worker holds the other end of stdin, so this is called even if the worker is killed.
process.stdin.resume().once('close', end)
child.once('close', (code) => {
  // A server that was signalled during its start may have left a PostgreSQL running.
  killBelow(folder)
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  process.exitCode = code ?? 1
  process.stdin.destroy()
})
