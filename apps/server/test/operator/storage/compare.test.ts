import { writeFile } from 'node:fs/promises'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { compareFiles } from '../../../src/operator/storage/compare.ts'
import { collectOrphans } from '../../../src/operator/storage/orphans.ts'
import { StorageDown } from '../../../src/platform/storage/remote.ts'
import { keyOf, startUploads } from '../../base/attachments/app.ts'
import { startTestApp } from '../../harness/harness.ts'
import { qiniuEnv, startQiniu } from '../../platform/storage/qiniu.ts'
import { s3Env, startS3 } from '../../platform/storage/s3.ts'

const DAY_MS = 24 * 3600_000

describe.each(['local', 's3', 'qiniu'] as const)('in %s', async (name) => {
  const standIn = name === 's3' ? await startS3() : name === 'qiniu' ? await startQiniu() : null
  const env = standIn ? (name === 's3' ? s3Env : qiniuEnv)(standIn.address) : {}
  const uploads = await startUploads(
    startTestApp({ ...env, ...(standIn && { STORAGE_UPLOAD: 'server' }) }, { timeouts: { backoffMs: 1 } }),
  )
  const { app, project, picture } = uploads
  const { storage } = app.services
  afterAll(async () => {
    await app.close()
    await standIn?.close()
  })
  afterEach(() => {
    if (standIn) standIn.fault = null
  })

  const keyIn = (code: string) => `attachments/${project}/${code}.png`
  async function put(key: string, content: string) {
    const path = await storage.temp()
    await writeFile(path, content)
    await storage.put(key, path)
  }
  async function differences() {
    const found = []
    for await (const { project: where, lacking, orphans } of compareFiles(app.services))
      found.push({ project: where.code, lacking, orphans: orphans.map(({ key }) => key) })
    return found
  }

  test('what the database names and the storage lacks is found, and what no row names is collected after a day', async () => {
    const [kept, lost, cut, bare] = [
      await uploads.uploaded(keyOf('a', 'png'), picture),
      await uploads.uploaded(keyOf('丢失', 'png'), picture),
      await uploads.uploaded(keyOf('截断', 'png'), picture),
      await uploads.uploaded(keyOf('无缩略图', 'png'), picture),
    ]
    expect(await differences()).toEqual([])
    await storage.remove(keyIn(lost.code))
    await put(keyIn(cut.code), 'half')
    await storage.remove(`${keyIn(bare.code)}.thumb.jpg`)
    await put(keyIn('left-by-a-kill'), 'x')
    await put('attachments/of-another-service/a.png', 'x')
    const lacking = [
      { code: lost.code, file_name: '丢失.png', key: keyIn(lost.code), size: picture.length, stored: null },
      { code: cut.code, file_name: '截断.png', key: keyIn(cut.code), size: picture.length, stored: 4 },
      {
        code: bare.code,
        file_name: '无缩略图.png',
        key: `${keyIn(bare.code)}.thumb.jpg`,
        size: null,
        stored: null,
      },
    ]
    expect(await differences()).toEqual([{ project, lacking, orphans: [] }])
    expect(await collectOrphans(app.services)).toBe(0)
    app.advance(DAY_MS + 60_000)
    expect(await differences()).toEqual([{ project, lacking, orphans: [keyIn('left-by-a-kill')] }])
    expect(await collectOrphans(app.services)).toBe(1)
    expect(await collectOrphans(app.services)).toBe(0)
    expect(await storage.stat(keyIn('left-by-a-kill'))).toBeNull()
    expect(await storage.stat('attachments/of-another-service/a.png')).not.toBeNull()
    expect(await storage.stat(keyIn(kept.code))).toMatchObject({ size: picture.length })
    expect(await differences()).toEqual([{ project, lacking, orphans: [] }])
  })

  if (standIn)
    test('while the storage is down, nothing is said to be lacking', async () => {
      standIn.fault = 'broken'
      await expect(differences()).rejects.toThrow(StorageDown)
    })
})
