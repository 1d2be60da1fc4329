import { expect, test, vi } from 'vitest'
import { startTestApp } from '../../harness/harness.ts'
import { jpg } from '../attachments/helpers.ts'
import { add, electronic, invoiceWorld, upload } from './helpers.ts'

test('is read in a process of its own; what ends that process costs its picture only the figures', async () => {
  await using own = await startTestApp({}, { bulk: true, residentMb: 60 })
  const { clerk } = await invoiceWorld(own)
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  // Noise takes all attempts, so that the limit is noticed while the process works. Its upload is decoded in this server, as that limit would refuse it.
  const { readingRunner } = own.services
  Object.assign(own.services, { readingRunner: undefined })
  const noise = await upload(own, clerk, await jpg(3000, 2200))
  Object.assign(own.services, { readingRunner })
  const { data } = await clerk.post('/invoices', { attachment_codes: [noise] })
  expect(data.items).toMatchObject([{ status: 2, reason: '图片无法识别，请人工填写并核验', qr_read: false }])
  expect(printed).toHaveBeenCalledWith(expect.stringContaining('(memory)'))
  warned.mockRestore()
  printed.mockRestore()
  await using roomy = await startTestApp({}, { bulk: true })
  const world = await invoiceWorld(roomy)
  expect((await add(roomy, world.clerk, electronic('26110000000000000107'))).data.items).toMatchObject([
    { qr_read: true },
  ])
})
