import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../harness/harness.ts'
import { workerApp } from '../../harness/worker-app.ts'
import { contractWorld } from './helpers.ts'

let app: TestApp

beforeAll(async () => {
  app = await workerApp()
})
afterAll(() => app.close())

test('scans are PDFs or pictures of the project, in their order; replaced ones begin their 7 days', async () => {
  const world = await contractWorld(app)
  const [first, second] = [await world.attachment('pdf'), await world.attachment('png')]
  const made = await world.clerk.post('/contracts', world.body({ scan_attachment_codes: [second, first] }))
  expect(made.data.scans).toMatchObject([
    { code: second, file_name: expect.stringMatching(/png$/), thumb_url: expect.any(String) },
    { code: first, file_url: expect.stringContaining(first) },
  ])
  const path = `/contracts/${made.data.code}`
  const foreign = await (await contractWorld(app)).attachment()
  const wrong: [unknown, string][] = [
    [[await world.attachment('xlsx')], '合同扫描件须为 PDF 或图片'],
    [[await world.attachment('xml')], '合同扫描件须为 PDF 或图片'],
    [[first, foreign], '合同扫描件不存在，请重新上传'],
    [[first, first], '合同扫描件重复'],
    [Array.from({ length: 21 }, (_, index) => `x${index}`), '合同扫描件最多20个'],
    ['x', '合同扫描件格式不正确'],
  ]
  for (const [scan_attachment_codes, message] of wrong) {
    const expected = { status: 422, data: { errors: [{ field: 'scan_attachment_codes', message }] } }
    expect(await world.clerk.post('/contracts', world.body({ scan_attachment_codes }))).toMatchObject(
      expected,
    )
    expect(await world.clerk.put(path, world.body({ scan_attachment_codes }))).toMatchObject(expected)
  }
  expect((await world.clerk.get(path)).data.scans).toHaveLength(2)
  const unlinked = async () =>
    (
      await app.services.db
        .selectFrom('attachments')
        .select('code')
        .where('project_id', '=', world.projectId)
        .where('unlinked_at', 'is not', null)
        .orderBy('id')
        .execute()
    ).map(({ code }) => code)
  const saved = await world.clerk.put(path, world.body({ scan_attachment_codes: [first] }))
  expect(saved.data.scans).toMatchObject([{ code: first }])
  expect(await unlinked()).toEqual([second])
  expect((await world.clerk.delete(path)).code).toBe(0)
  expect(await unlinked()).toEqual([first, second])
})
