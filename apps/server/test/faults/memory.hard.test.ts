import { expect, it } from 'vitest'
import { paymentWorld } from '../books/payments/helpers.ts'
import { bookOf, importFile, RIGHT, upload } from '../books/payments/sheet/sheets.ts'
import { manyGroups } from '../files/hostile.ts'
import { startTestApp } from '../harness/harness.ts'

// V8 keeps a Chinese character in two bytes. The process itself takes some 35 MB, so the texts alone would be too much for this heap.
it('80 MB of texts are read with a heap of 60 MB: no text is kept longer than its row', async () => {
  await using app = await startTestApp({}, { bulk: true, heapMb: 60 })
  const { clerk } = await paymentWorld(app)
  const rows = Array.from({ length: 40_000 }, (_, index) => ({
    ...RIGHT,
    sequence: String(index),
    remark: String(index).padStart(1_000, '注'),
  }))
  const code = await upload(app, clerk, await bookOf(rows))
  const { data } = await clerk.post('/cost_executions/import/preview', { attachment_code: code })
  expect(data).toMatchObject({ status: 'succeeded', records: 40_000 })
})

it('a file with more payments than fit into the heap ends its process, not the server, and the answer says so', async () => {
  await using app = await startTestApp({}, { bulk: true, heapMb: 64 })
  const { clerk } = await paymentWorld(app)
  const code = await upload(app, clerk, manyGroups(400_000))
  const refused = await clerk.post('/cost_executions/import/preview', { attachment_code: code })
  expect([refused.status, refused.msg]).toEqual([422, expect.stringContaining('内存')])
  expect((await clerk.get('/cost_executions')).code).toBe(0)
  const small = await upload(app, clerk, await bookOf([RIGHT]))
  expect((await importFile(clerk, small)).data).toMatchObject({ status: 'succeeded' })
})
