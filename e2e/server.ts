import { spawn } from 'node:child_process'
import { constants, cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { killBelow } from '../apps/server/src/platform/database/embedded-postgres/leftover-processes.ts'

// Runs a program on a data folder of its own, which is removed after a program that was told to end, or failed.
const { E2E_FOLDER: folder, E2E_COPIED: copied } = process.env
const [program] = process.argv.slice(2)
if (!folder || !program) throw new Error('E2E_FOLDER or the program is missing: see start-server.ts')
let told = false
const end = () => {
  if (!told) child.kill('SIGTERM')
  told = true
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end)
// The test worker holds the other end of stdin, so this is called even if the worker is killed.
process.stdin.resume().once('close', end)
// Fails if the folder exists, so that only a folder created here is removed.
mkdirSync(folder, { mode: 0o700 })
const data = join(folder, 'data')
// Handlers of signals run only after a synchronous copy, so none of it is left behind.
if (copied)
  cpSync(copied, data, { recursive: true, mode: constants.COPYFILE_FICLONE, verbatimSymlinks: true })
const light = new URL('./light-hashes.ts', import.meta.url).href
const hashes = process.env.E2E_HASHES === 'product' ? [] : ['--import', light]
const child = spawn(process.execPath, [...hashes, fileURLToPath(new URL(program, import.meta.url))], {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, HOST: '127.0.0.1', DATA_DIR: data },
})
child.once('close', (code) => {
  if (told || code !== 0) {
    // One that was told to end during its start may have left a PostgreSQL running.
    killBelow(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  process.exitCode = code ?? 1
  process.stdin.destroy()
})
