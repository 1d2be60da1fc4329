import { PassThrough, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { StorageDown, TIMEOUTS, watched } from '../../../src/platform/storage/remote.ts'

const REMOTE = { label: 'S3', host: 'h', keys: '', place: '', timeouts: TIMEOUTS }
// Not `once`, which would listen for errors.
const closed = (stream: Readable) => new Promise((resolve) => stream.on('close', resolve))

test('a connection that is lost before anybody reads is an error for the reader, and not for the process', async () => {
  const source = new PassThrough()
  const reader = watched(REMOTE, source)
  source.destroy(new Error('reset'))
  await closed(source)
  await expect(text(reader)).rejects.toThrow(StorageDown)
})

test('a reader that leaves before it has read anything ends the connection', async () => {
  const source = new PassThrough()
  watched(REMOTE, source).destroy()
  await closed(source)
  expect(source.destroyed).toBe(true)
})
