import { s3Env, startS3 } from '../apps/server/test/platform/storage/s3.ts'
import type { StandIn } from '../apps/server/test/platform/storage/stand-in.ts'
import { CLERK, openPayments, watchConsole } from './person.ts'
import { png } from './png.ts'
import { startServer } from './start-server.ts'
import { test as base, expect } from './test.ts'

/** A server whose files are in a stand-in of S3. */
const test = base.extend<object, { s3: StandIn }>({
  s3: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern to find that no fixture is needed
    async ({}, use) => {
      const s3 = await startS3()
      await use(s3)
      await s3.close()
    },
    { scope: 'worker' },
  ],
  address: [
    async ({ s3 }, use) => {
      const server = await startServer(s3Env(s3.address))
      await use(server.address)
      await server.stop()
    },
    { scope: 'worker', timeout: 0 },
  ],
})

const picture = async (name: string, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await png(300, 200, background),
})

test('pictures go to the storage itself; while it is down the form says so, keeps what was typed, and sends them later', {
  tag: '@hard',
}, async ({ page, s3 }) => {
  const complaints = watchConsole(page, [/status of 5\d\d/])
  const posted: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(new URL(request.url()).origin)
  })
  await openPayments(page, CLERK)
  await page.getByRole('button', { name: '新增付款明细' }).click()
  const form = page.getByRole('dialog', { name: /^新增付款明细/ })
  const line = form.getByRole('tabpanel')
  const files = line.locator('input[type=file]')
  const before = s3.files.size
  await files.setInputFiles(await picture('票 1.png', '#c88d0f'))
  await expect(line.getByRole('button', { name: '预览票 1.png' })).toBeVisible()
  expect(posted).toContain(new URL(s3.address).origin)
  // The storage has the picture and its thumbnail; the browser's upload below `incoming/` is gone.
  expect(s3.files.size).toBe(before + 2)
  const shown = line.getByRole('button', { name: '预览票 1.png' }).locator('img')
  await expect
    .poll(() => shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(0)

  s3.fault = 'broken'
  await form.getByLabel('摘要').fill('停电时填写')
  await files.setInputFiles(await picture('票 2.png', '#0f8dc8'))
  const retry = line.getByRole('button', {
    name: /^票 2\.png：上传文件失败：文件存储没有接收文件（500），请稍后重试，重试$/,
  })
  await expect(retry).toBeVisible()
  await expect(form.getByLabel('摘要')).toHaveValue('停电时填写')
  s3.fault = null
  await retry.click()
  await expect(line.getByRole('button', { name: '预览票 2.png' })).toBeVisible()
  expect(s3.files.size).toBe(before + 4)
  expect(complaints).toEqual([])
})
