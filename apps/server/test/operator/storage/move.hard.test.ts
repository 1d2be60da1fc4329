import { afterAll, expect, test } from 'vitest'
import { keyOf, startUploads } from '../../base/attachments/app.ts'
import { png } from '../../base/attachments/helpers.ts'
import { startTestApp } from '../../harness/harness.ts'
import { s3Env, startS3 } from '../../platform/storage/s3.ts'
import { startCommandLine } from '../../processes/commands.ts'

const SECRET = 'a-secret-of-the-tests'

const s3 = await startS3()
const { app, uploaded } = await startUploads(startTestApp({ SECRET }))
afterAll(async () => {
  await app.close()
  await s3.close()
})

/** Starts the command on the server's database and data folder. */
const startMove = () =>
  startCommandLine(app, ['storage:move', '--from', 'local', '--to', 's3', '--json'], {
    ...s3Env(s3.address),
    STORAGE: 'local',
    SECRET,
  })

test('a move that is killed at each of its files, again and again, goes on where it was', async () => {
  for (let count = 0; count < 5; count += 1) await uploaded(keyOf('a', 'png'), await png())
  for (const after of [0, 1, 4, 7]) {
    const reached = Promise.withResolvers<void>()
    s3.gate = async ({ method }) => {
      if (method !== 'PUT' || s3.files.size < after) return
      reached.resolve()
      await new Promise(() => undefined)
    }
    const { child, ended } = startMove()
    await reached.promise
    child.kill('SIGKILL')
    await ended
    expect(child.signalCode).toBe('SIGKILL')
    expect(s3.files.size).toBeGreaterThanOrEqual(after)
    // A file that is uploaded between two runs is copied too.
    await uploaded(keyOf('a', 'png'), await png())
  }
  s3.gate = null
  const before = s3.files.size
  const { status, out, err } = await startMove().ended
  expect(status, out + err).toBe(0)
  expect(JSON.parse(out.trim().split('\n').at(-1) ?? '')).toEqual({
    copied: 18 - before,
    present: before,
    lacking: 0,
  })
})
