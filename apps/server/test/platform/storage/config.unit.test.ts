import { describe, expect, test } from 'vitest'
import { readStorageConfig } from '../../../src/platform/storage/config.ts'

const S3 = {
  S3_BUCKET: 'pictures',
  S3_REGION: 'cn-north-1',
  S3_ACCESS_KEY_ID: 'AKIAEXAMPLE',
  S3_SECRET_ACCESS_KEY: 'geheim-geheim',
}
const QINIU = {
  QINIU_BUCKET: 'vouchers',
  QINIU_REGION: 'z0',
  QINIU_DOMAIN: 'https://files.example.com',
  QINIU_ACCESS_KEY: 'an-access-key',
  QINIU_SECRET_KEY_FILE: '/run/secrets/qiniu',
}

const read = (env: Record<string, string>, publicUrl: string | null = null) =>
  readStorageConfig(env, publicUrl ? new URL(publicUrl) : null)

test('without settings files are on the local disk and uploads go through the server', () => {
  expect(read({})).toEqual({
    driver: 'local',
    fallback: null,
    direct: false,
    s3: null,
    qiniu: null,
    wrong: [],
  })
})

test('a storage that is configured but not in use may be moved to', () => {
  expect(read({ ...S3, ...QINIU })).toMatchObject({ driver: 'local', direct: false, wrong: [] })
  expect(read({ ...S3, STORAGE: 's3', STORAGE_FALLBACK: 'local' })).toMatchObject({
    driver: 's3',
    fallback: 'local',
    direct: true,
    s3: {
      bucket: 'pictures',
      endpoint: null,
      pathStyle: false,
      secretKey: { value: 'geheim-geheim', file: null },
    },
    wrong: [],
  })
  const { qiniu, direct, wrong } = read({ ...QINIU, STORAGE: 'qiniu', STORAGE_UPLOAD: 'server' })
  expect([qiniu?.hosts.up.href, qiniu?.hosts.rs.href, qiniu?.hosts.rsf.href, direct, wrong]).toEqual([
    'https://up-z0.qiniup.com/',
    'https://rs-z0.qiniuapi.com/',
    'https://rsf-z0.qiniuapi.com/',
    false,
    [],
  ])
})

describe('a mistake is named in Chinese, without a key', () => {
  test.each<[string, Record<string, string>, RegExp[]]>([
    ['an unknown storage', { STORAGE: 'oss' }, [/STORAGE 的值“oss”不正确，应为：local、s3、qiniu/]],
    ['a storage without its settings', { STORAGE: 's3' }, [/STORAGE 为 s3 时必须设置 S3_BUCKET、S3_REGION/]],
    [
      'settings that are not complete',
      { S3_BUCKET: 'pictures', QINIU_BUCKET: 'vouchers' },
      [/S3 的设置不完整.*S3_SECRET_ACCESS_KEY/, /七牛的设置不完整.*QINIU_DOMAIN/],
    ],
    [
      'the same storage twice',
      { ...S3, STORAGE: 's3', STORAGE_FALLBACK: 's3' },
      [/STORAGE_FALLBACK 不能与 STORAGE 相同/],
    ],
    [
      'a key twice',
      { ...S3, S3_SECRET_ACCESS_KEY_FILE: '/k' },
      [/S3_SECRET_ACCESS_KEY 和 S3_SECRET_ACCESS_KEY_FILE 只能设置一个/],
    ],
    [
      'a key with a space',
      { ...S3, S3_SECRET_ACCESS_KEY: 'geheim geheim' },
      [/S3_SECRET_ACCESS_KEY 的值不正确/],
    ],
    [
      'an address with a path',
      { ...QINIU, QINIU_DOMAIN: 'https://files.example.com/a' },
      [/QINIU_DOMAIN 的值不正确/],
    ],
    ['uploads past a disk', { STORAGE_UPLOAD: 'direct' }, [/STORAGE 须为 s3 或 qiniu/]],
  ])('%s', (_, env, expected) => {
    const { wrong } = read(env)
    expect(wrong).toHaveLength(expected.length)
    for (const [index, pattern] of expected.entries()) expect(wrong[index]).toMatch(pattern)
    expect(wrong.join()).not.toMatch(/geheim/)
  })

  test('an upload address that a page under https may not use', () => {
    const http = { ...S3, STORAGE: 's3', S3_ENDPOINT: 'http://minio.lan:9000' }
    expect(read(http, 'https://books.example.com').wrong).toEqual([
      expect.stringMatching(/STORAGE_UPLOAD=server/),
    ])
    expect(read({ ...http, STORAGE_UPLOAD: 'server' }, 'https://books.example.com').wrong).toEqual([])
    expect(read(http, 'http://books.lan').wrong).toEqual([])
  })
})
