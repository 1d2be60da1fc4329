import { createHmac } from 'node:crypto'

/**
 * Signatures of Qiniu Kodo (developer.qiniu.com/kodo: 上传凭证, 下载凭证, 管理凭证): HMAC-SHA1, URL-safe Base64. Written here, as Qiniu's own
 * client brings 72 packages, a TypeScript compiler among them.
 */
interface QiniuKey {
  accessKey: string
  secret: string
}

const encode = (text: string) =>
  Buffer.from(text).toString('base64').replaceAll('+', '-').replaceAll('/', '_')

const sign = ({ secret }: QiniuKey, text: string) =>
  createHmac('sha1', secret).update(text).digest('base64').replaceAll('+', '-').replaceAll('/', '_')

/** A file of a bucket in the path of a management request. */
export const entryOf = (bucket: string, key: string) => encode(`${bucket}:${key}`)

/** What an upload token permits. */
export interface PutPolicy {
  /** `<bucket>:<key>`: this key only. */
  scope: string
  /** Unix seconds. */
  deadline: number
  /** 1: an existing file is not replaced. */
  insertOnly?: 0 | 1
  /** Bytes. */
  fsizeMin?: number
  fsizeLimit?: number
  deleteAfterDays?: number
}

/** `<access key>:<signature>:<policy>`, for the field `token` of an upload. */
export function uploadToken(key: QiniuKey, policy: PutPolicy): string {
  const encoded = encode(JSON.stringify(policy))
  return `${key.accessKey}:${sign(key, encoded)}:${encoded}`
}

/** A download address that is valid until `deadline` (unix seconds). */
export function downloadUrl(key: QiniuKey, address: URL, deadline: number): URL {
  const url = new URL(address)
  url.search = `e=${deadline}`
  const signature = `${key.accessKey}:${sign(key, url.href)}`
  url.search += `&token=${signature}`
  return url
}

const FORM = 'application/x-www-form-urlencoded'

/** The headers of a management request without a body. */
export function managementHeaders(
  key: QiniuKey,
  method: 'GET' | 'POST',
  { pathname, search, host }: URL,
  now: Date,
): Record<string, string> {
  const date = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const text = `${method} ${pathname}${search}\nHost: ${host}\nContent-Type: ${FORM}\nX-Qiniu-Date: ${date}\n\n`
  return {
    'Content-Type': FORM,
    'X-Qiniu-Date': date,
    Authorization: `Qiniu ${key.accessKey}:${sign(key, text)}`,
  }
}
