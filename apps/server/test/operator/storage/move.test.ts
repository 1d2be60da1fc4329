import { afterAll, expect, test } from 'vitest'
import { compareFiles } from '../../../src/operator/storage/compare.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { openDriver } from '../../../src/platform/storage/open.ts'
import { buildApp } from '../../../src/start/app.ts'
import { keyOf, startUploads } from '../../base/attachments/app.ts'
import { formOf, png } from '../../base/attachments/helpers.ts'
import { startTestApp } from '../../harness/harness.ts'
import { qiniuEnv, startQiniu } from '../../platform/storage/qiniu.ts'
import { s3Env, startS3 } from '../../platform/storage/s3.ts'
import { runCommand } from '../../processes/commands.ts'

const SECRET = 'a-secret-of-the-tests'

const s3 = await startS3()
const uploads = await startUploads(startTestApp({ SECRET }))
const { app, clerk, project, get } = uploads
const { dataDir } = app.services.config
afterAll(async () => {
  await app.close()
  await s3.close()
})

const env = { ...s3Env(s3.address), SECRET, STORAGE_UPLOAD: 'server' }
const configOf = (settings: Record<string, string>) =>
  readConfig({ CAPTCHA_FIXED: 'TEST', PORT: '0', ...settings }, dataDir)
const before = { ...env, STORAGE: 'local' }
const after = { ...env, STORAGE_FALLBACK: 'local' }

/** Runs an operator's command with these settings, beside the server. */
async function admin(settings: Record<string, string>, name: string, from: string, to: string) {
  const services = { ...app.services, config: configOf(settings) }
  return await runCommand({ services }, name, { from, to })
}
const move = async (settings: Record<string, string>) =>
  (await admin(settings, 'storage:move', 'local', 's3')).data

async function lacking(storage: Awaited<ReturnType<typeof openDriver>>) {
  const keys: string[] = []
  for await (const one of compareFiles({ ...app.services, storage }))
    keys.push(...one.lacking.map(({ key }) => key))
  return keys.sort()
}

test('files are moved while people work: broken off in the midst, resumed, switched over, and only then removed', async () => {
  const kept: { code: string; file_url: string; picture: Buffer }[] = []
  const add = async () => {
    const picture = await png()
    const { code, file_url } = await uploads.uploaded(keyOf('a', 'png'), picture)
    kept.push({ code, file_url, picture })
  }
  for (let count = 0; count < 6; count += 1) await add()

  // The storage fails during the first run: what was copied stays.
  s3.gate = async ({ method }) => {
    if (method === 'PUT' && s3.files.size >= 3) s3.fault = 'broken'
  }
  await expect(move(before)).rejects.toThrow(/文件存储（S3）无法使用：.*应答 500/)
  Object.assign(s3, { gate: null, fault: null })
  const copied = s3.files.size
  expect(copied).toBeLessThan(12)

  // The second run goes on, while somebody uploads: that file is copied by this run or by the next one.
  const listed = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  s3.gate = async ({ method }) => {
    if (method !== 'PUT') return
    listed.resolve()
    await go.promise
  }
  const second = move(before)
  await listed.promise
  await add()
  go.resolve()
  expect((await second).present).toBe(copied)
  expect(s3.files.size).toBeGreaterThanOrEqual(12)
  s3.gate = null

  // With the new configuration and its fallback, new files go to the new storage, and older ones are read from either.
  const config = readConfig({ CAPTCHA_FIXED: 'TEST', PORT: '0', ...env, STORAGE_FALLBACK: 'local' }, dataDir)
  const switched = await buildApp({ config, databaseUrl: app.databaseUrl })
  try {
    await add()
    for (const { file_url, picture } of kept) {
      const url = file_url.replace(/^http:\/\/[^/]+/, '')
      expect((await switched.http.inject(url)).rawPayload.equals(picture)).toBe(true)
    }
    const key = keyOf('neu', 'png')
    const { data: issued } = await clerk.post('/api/common/qinius', { key })
    const form = formOf([
      ['token', issued.token],
      ['key', key],
      ['file', await png(), 'x'],
    ])
    const answer = await switched.http.inject({ method: 'POST', url: '/api/common/uploads', ...form })
    expect(answer.json()).toMatchObject({ code: 0 })
    expect(s3.files.has(`attachments/${project}/${answer.json().data.code}.png`)).toBe(true)
  } finally {
    await switched.close()
  }
  const [local, remote] = [await openDriver(config, 'local'), await openDriver(config, 's3')]
  expect(await lacking(remote)).toContain(`attachments/${project}/${kept.at(-1)?.code}.png`)
  expect(await move(after)).toMatchObject({ lacking: 0 })
  expect(await move(after)).toEqual({ copied: 0, present: 16, lacking: 0 })

  // Nothing was removed so far. A copy that differs keeps its source, and is counted in `kept`.
  for (const { file_url, picture } of kept)
    expect((await get(file_url)).rawPayload.equals(picture)).toBe(true)
  const changed = `attachments/${project}/${kept[0]?.code}.png`
  s3.keep(changed, Buffer.alloc(kept[0]?.picture.length ?? 0))
  const clear = async () => (await admin(after, 'storage:clear', 'local', 's3')).data
  expect(await clear()).toEqual({ removed: 15, kept: 1 })
  s3.keep(changed, kept[0]?.picture ?? Buffer.alloc(0))
  expect(await clear()).toEqual({ removed: 1, kept: 0 })
  expect(await lacking(remote)).toEqual([])
  expect(await lacking(local)).toHaveLength(18)
})

test('two moves at once may both copy a file, and nothing is lacking after them', async () => {
  const pictures = new Map<string, Buffer>()
  for (let count = 0; count < 6; count += 1) {
    const picture = await png()
    const { file_url } = await uploads.uploaded(keyOf('b', 'png'), picture)
    pictures.set(file_url, picture)
  }
  const both = Promise.withResolvers<void>()
  let began = 0
  s3.gate = async ({ method, url }) => {
    if (method !== 'PUT' || !url?.includes('attachments/')) return
    began += 1
    // Eight at once are four of each: both have listed what lacks.
    if (began === 8) both.resolve()
    await both.promise
  }
  const moved = await Promise.all([move(after), move(after)])
  s3.gate = null
  expect(moved).toEqual(Array(2).fill({ copied: 12, present: 0, lacking: 0 }))
  const switched = await buildApp({
    config: configOf({ ...env, STORAGE: 's3' }),
    databaseUrl: app.databaseUrl,
  })
  try {
    for (const [file_url, picture] of pictures) {
      const url = file_url.replace(/^http:\/\/[^/]+/, '')
      expect((await switched.http.inject(url)).rawPayload.equals(picture)).toBe(true)
    }
  } finally {
    await switched.close()
  }
})

test('a bucket under two names is neither copied onto itself nor cleared as its own original', async () => {
  const qiniu = await startQiniu()
  qiniu.files = s3.files
  s3.keep(`attachments/${project}/a.png`, Buffer.from('the only copy'))
  const count = s3.files.size
  try {
    const settings = { ...after, ...qiniuEnv(qiniu.address), STORAGE: 's3', STORAGE_FALLBACK: '' }
    for (const name of ['storage:move', 'storage:clear'])
      await expect(admin(settings, name, 'qiniu', 's3')).rejects.toThrow(
        '两个存储是同一个存储空间：--from --to',
      )
    expect(s3.files.size).toBe(count)
  } finally {
    await qiniu.close()
    s3.files.delete(`attachments/${project}/a.png`)
  }
})

test.each([
  [
    'with a wrong key',
    { ...before, S3_SECRET_ACCESS_KEY: 'another' },
    'storage:move',
    'local',
    's3',
    '请检查 S3_ACCESS_KEY_ID',
  ],
  ['to itself', env, 'storage:move', 's3', 's3', '两个存储不能相同：--from --to'],
  ['to a storage without settings', env, 'storage:move', 'local', 'qiniu', '没有设置七牛'],
  ['to an unknown one', env, 'storage:move', 'local', 'oss', '须为 local、s3、qiniu 之一：--to'],
  [
    'that would empty the storage in use',
    env,
    'storage:clear',
    's3',
    'local',
    '须与环境变量 STORAGE 相同：--to',
  ],
])('a move %s is refused', async (_, settings, name, from, to, message) => {
  await expect(admin(settings, name, from, to)).rejects.toThrow(message)
})
