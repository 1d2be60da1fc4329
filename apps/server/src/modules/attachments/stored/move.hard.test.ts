import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { s3Env, startS3 } from '../../../platform/storage/testing-s3.ts'
import { png } from '../testing.ts'
import { keyOf, startUploads } from '../testing-app.ts'

const ADMIN = fileURLToPath(new URL('../../../admin.ts', import.meta.url))
const SECRET = 'a-secret-of-the-tests'

const s3 = await startS3()
const { app, uploaded } = await startUploads({ SECRET })
afterAll(async () => {
  await app.close()
  await s3.close()
})

/** Runs the move as an operator types it, on the same database and folder. */
function move() {
  const env = {
    ...s3Env(s3.address),
    STORAGE: 'local',
    PATH: process.env.PATH,
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.services.config.dataDir,
    SECRET,
  }
  const child = spawn(process.execPath, [ADMIN, 'storage:move', '--from', 'local', '--to', 's3', '--json'], {
    env,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  return { child, ended: once(child, 'close').then(([status, signal]) => ({ status, signal, output })) }
}

test('a move that is killed at each of its files, again and again, goes on where it was', async () => {
  for (let count = 0; count < 5; count += 1) await uploaded(keyOf('a', 'png'), await png())
  for (const after of [0, 1, 4, 7]) {
    const reached = Promise.withResolvers<void>()
    s3.gate = async ({ method }) => {
      if (method !== 'PUT' || s3.files.size < after) return
      reached.resolve()
      await new Promise(() => undefined)
    }
    const { child, ended } = move()
    await reached.promise
    child.kill('SIGKILL')
    expect((await ended).signal).toBe('SIGKILL')
    expect(s3.files.size).toBeGreaterThanOrEqual(after)
    // Somebody goes on working.
    await uploaded(keyOf('a', 'png'), await png())
  }
  s3.gate = null
  const before = s3.files.size
  const { status, output } = await move().ended
  expect(status, output).toBe(0)
  expect(JSON.parse(output.trim().split('\n').at(-1) ?? '')).toEqual({
    copied: 18 - before,
    present: before,
    lacking: 0,
  })
}, 90_000)
