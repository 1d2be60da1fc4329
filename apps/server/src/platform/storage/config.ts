import { join } from 'node:path'
import { DRIVERS, type DriverName } from './storage.ts'

/** A secret key, given as text or as the path of a file. */
export interface SecretSource {
  variable: string
  value: string | null
  file: string | null
}

export interface S3Config {
  bucket: string
  region: string
  /** Null: Amazon's endpoint of the region. */
  endpoint: URL | null
  /** `https://host/bucket` instead of `https://bucket.host`. */
  pathStyle: boolean
  accessKeyId: string
  secretKey: SecretSource
}

export interface QiniuConfig {
  bucket: string
  accessKey: string
  secretKey: SecretSource
  /** The download domain that is bound to the bucket. */
  domain: URL
  /** The region's hosts: `up` for uploads, `rs` for management of files, `rsf` for lists. */
  hosts: { up: URL; rs: URL; rsf: URL }
}

export interface StorageConfig {
  driver: DriverName
  /** While files are moved: the second storage, from which files that `driver` lacks are read. */
  fallback: DriverName | null
  /** Whether browsers send files to the storage itself. */
  direct: boolean
  s3: S3Config | null
  qiniu: QiniuConfig | null
}

type Env = Readonly<Record<string, string | undefined>>
type Wrong = string[]

const BUCKET = /^[A-Za-z0-9][A-Za-z0-9.-]{1,62}$/
export const ACCESS_KEY = /^[\x21-\x7e]{3,128}$/
const REGION = /^[a-z0-9-]{2,40}$/

export const STORAGE_SETTINGS: readonly string[] = [
  'STORAGE',
  'STORAGE_FALLBACK',
  'STORAGE_UPLOAD',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ENDPOINT',
  'S3_PATH_STYLE',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_SECRET_ACCESS_KEY_FILE',
  'QINIU_BUCKET',
  'QINIU_REGION',
  'QINIU_ENDPOINT',
  'QINIU_DOMAIN',
  'QINIU_ACCESS_KEY',
  'QINIU_SECRET_KEY',
  'QINIU_SECRET_KEY_FILE',
]

/**
 * Reads the settings of the storage from the environment. `wrong` has a Chinese line for each mistake. A driver that is not used may be set up
 * too, so that files can be moved to it.
 */
export function readStorageConfig(env: Env, publicUrl: URL | null): StorageConfig & { wrong: Wrong } {
  const wrong: Wrong = []
  const driver = oneOf(env, 'STORAGE', DRIVERS, wrong) ?? 'local'
  const fallback = oneOf(env, 'STORAGE_FALLBACK', DRIVERS, wrong)
  const upload = oneOf(env, 'STORAGE_UPLOAD', ['direct', 'server'], wrong)
  const s3 = readS3(env, wrong)
  const qiniu = readQiniu(env, wrong)
  for (const [name, used] of [
    ['STORAGE', driver],
    ['STORAGE_FALLBACK', fallback],
  ] as const)
    if ((used === 's3' && !s3) || (used === 'qiniu' && !qiniu))
      wrong.push(
        `环境变量 ${name} 为 ${used} 时必须设置 ${(used === 's3' ? S3_NEEDED : QINIU_NEEDED).join('、')}`,
      )
  if (fallback === driver) wrong.push('环境变量 STORAGE_FALLBACK 不能与 STORAGE 相同')
  if (upload === 'direct' && driver === 'local')
    wrong.push('环境变量 STORAGE_UPLOAD 为 direct 时 STORAGE 须为 s3 或 qiniu')
  const direct = driver !== 'local' && upload !== 'server'
  const uploadUrl = driver === 's3' ? s3?.endpoint : driver === 'qiniu' ? qiniu?.hosts.up : null
  if (direct && publicUrl?.protocol === 'https:' && uploadUrl?.protocol === 'http:')
    wrong.push(
      'PUBLIC_URL 为 https 时浏览器不能向 http 地址上传：请将存储的地址改为 https，或设置 STORAGE_UPLOAD=server',
    )
  return { driver, fallback, direct, s3, qiniu, wrong }
}

/** The storage in use, for the operator: its folder, or its bucket and host. */
export function storageName(dataDir: string, { driver, fallback, s3, qiniu }: StorageConfig): string {
  const name = (one: DriverName) =>
    one === 'local'
      ? `本机 ${join(dataDir, 'files')}`
      : one === 's3'
        ? `S3 ${s3?.bucket}（${s3?.endpoint?.host ?? s3?.region}）`
        : `七牛 ${qiniu?.bucket}（${qiniu?.domain.host}）`
  return fallback === null ? name(driver) : `${name(driver)}，其中没有的在 ${name(fallback)}`
}

const S3_NEEDED = [
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY（或 S3_SECRET_ACCESS_KEY_FILE）',
]
const QINIU_NEEDED = [
  'QINIU_BUCKET',
  'QINIU_REGION（或 QINIU_ENDPOINT）',
  'QINIU_DOMAIN',
  'QINIU_ACCESS_KEY',
  'QINIU_SECRET_KEY（或 QINIU_SECRET_KEY_FILE）',
]

const given = (env: Env, name: string) => env[name]?.trim() || null

function readS3(env: Env, wrong: Wrong): S3Config | null {
  const before = wrong.length
  const bucket = matching(env, 'S3_BUCKET', BUCKET, '存储空间的名称', wrong)
  const region = matching(env, 'S3_REGION', REGION, '地域，例如 cn-north-1', wrong)
  const endpoint = address(env, 'S3_ENDPOINT', wrong)
  const pathStyle = oneOf(env, 'S3_PATH_STYLE', ['0', '1'], wrong) === '1'
  const accessKeyId = matching(env, 'S3_ACCESS_KEY_ID', ACCESS_KEY, '不含空格的密钥编号', wrong)
  const secretKey = secret(env, 'S3_SECRET_ACCESS_KEY', wrong)
  const parts = [bucket, region, accessKeyId, secretKey]
  if (wrong.length > before || parts.every((part) => part === null)) return null
  if (bucket && region && accessKeyId && secretKey)
    return { bucket, region, endpoint, pathStyle, accessKeyId, secretKey }
  wrong.push(`S3 的设置不完整，须设置环境变量 ${S3_NEEDED.join('、')}；不使用 S3 时请全部留空`)
  return null
}

function readQiniu(env: Env, wrong: Wrong): QiniuConfig | null {
  const before = wrong.length
  const bucket = matching(env, 'QINIU_BUCKET', BUCKET, '存储空间的名称', wrong)
  const region = matching(env, 'QINIU_REGION', REGION, '区域 ID，例如 z0', wrong)
  const endpoint = address(env, 'QINIU_ENDPOINT', wrong)
  const domain = address(env, 'QINIU_DOMAIN', wrong)
  const accessKey = matching(env, 'QINIU_ACCESS_KEY', ACCESS_KEY, '不含空格的密钥', wrong)
  const secretKey = secret(env, 'QINIU_SECRET_KEY', wrong)
  const hosts = endpoint
    ? { up: endpoint, rs: endpoint, rsf: endpoint }
    : region && {
        up: new URL(`https://up-${region}.qiniup.com`),
        rs: new URL(`https://rs-${region}.qiniuapi.com`),
        rsf: new URL(`https://rsf-${region}.qiniuapi.com`),
      }
  const parts = [bucket, hosts, domain, accessKey, secretKey]
  if (wrong.length > before || parts.every((part) => part === null)) return null
  if (bucket && hosts && domain && accessKey && secretKey)
    return { bucket, accessKey, secretKey, domain, hosts }
  wrong.push(`七牛的设置不完整，须设置环境变量 ${QINIU_NEEDED.join('、')}；不使用七牛时请全部留空`)
  return null
}

function oneOf<T extends string>(env: Env, name: string, values: readonly T[], wrong: Wrong): T | null {
  const text = given(env, name)
  const value = values.find((one) => one === text)
  if (text !== null && value === undefined)
    wrong.push(`环境变量 ${name} 的值“${text}”不正确，应为：${values.join('、')}`)
  return value ?? null
}

/** The value is not printed: it may be a key that was put into the wrong variable. */
function matching(env: Env, name: string, pattern: RegExp, words: string, wrong: Wrong): string | null {
  const text = given(env, name)
  if (text !== null && !pattern.test(text)) wrong.push(`环境变量 ${name} 的值不正确，应为：${words}`)
  return text
}

function address(env: Env, name: string, wrong: Wrong): URL | null {
  const text = given(env, name)
  if (text === null) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username)
    return url
  wrong.push(`环境变量 ${name} 的值不正确，应为：http:// 或 https:// 开头、不含路径的网址`)
  return null
}

function secret(env: Env, variable: string, wrong: Wrong): SecretSource | null {
  const value = matching(env, variable, ACCESS_KEY, '不含空格的密钥', wrong)
  const file = given(env, `${variable}_FILE`)
  if (value !== null && file !== null) wrong.push(`环境变量 ${variable} 和 ${variable}_FILE 只能设置一个`)
  return value === null && file === null ? null : { variable, value, file }
}
