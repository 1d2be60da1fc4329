import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { killBelow } from '../apps/server/src/platform/embedded-postgres/leftover.ts'

// The real server on a data folder of its own, which is removed only after the server has let go of it.
const folder = process.env.E2E_FOLDER
if (!folder) throw new Error('E2E_FOLDER is not set: see test.ts')
// Refused where it exists: what is removed at the end was made here.
mkdirSync(folder, { mode: 0o700 })
const env: NodeJS.ProcessEnv = { ...process.env, HOST: '127.0.0.1', DATA_DIR: join(folder, 'data') }
for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'PUBLIC_URL', 'NODE_ENV', 'SITE']) delete env[name]
const child = spawn(
  process.execPath,
  [fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))],
  {
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  },
)
let told = false
const end = () => {
  if (!told) child.kill('SIGTERM')
  told = true
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end)
// The test worker holds the other end, also when it is killed.
process.stdin.resume().once('close', end)
child.once('close', (code) => {
  // Told to end while it started, it may have left a PostgreSQL that nobody else will meet.
  killBelow(folder)
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  process.exitCode = code ?? 1
  process.stdin.destroy()
})
