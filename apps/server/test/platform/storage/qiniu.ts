import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { readParts } from './form.ts'
import { type StandIn, startStandIn } from './stand-in.ts'

export const QINIU_KEY = { id: 'qiniu-access-key-of-tests', secret: 'a-qiniu-secret-of-the-tests' }
const BUCKET = 'vouchers'
const SKEW_MS = 15 * 60_000

/** The environment of a server that uses the stand-in. */
export const qiniuEnv = (address: string) => ({
  STORAGE: 'qiniu',
  QINIU_BUCKET: BUCKET,
  QINIU_ENDPOINT: address,
  QINIU_DOMAIN: address,
  QINIU_ACCESS_KEY: QINIU_KEY.id,
  QINIU_SECRET_KEY: QINIU_KEY.secret,
})

const safe = (base64: string) => base64.replace(/\+/g, '-').replace(/\//g, '_')
const signed = (text: string) => safe(createHmac('sha1', QINIU_KEY.secret).update(text).digest('base64'))
const decoded = (text: string) => Buffer.from(text.replace(/-/g, '+').replace(/_/g, '/'), 'base64').toString()

/**
 * A stand-in of Qiniu Kodo, written from its published protocol with `node:crypto` alone: upload tokens and their policies, signed downloads,
 * management of files. Upload, management and downloads have one address.
 */
export async function startQiniu(): Promise<StandIn> {
  return await startStandIn(async (standIn, request, response) => {
    const url = new URL(request.url ?? '/', standIn.address)
    const body = await buffer(request)
    if (request.method === 'POST' && url.pathname === '/') return upload(standIn, request, response, body)
    const [, verb, entry = ''] = url.pathname.split('/')
    if (verb !== 'stat' && verb !== 'delete' && verb !== 'list')
      return download(standIn, url, request, response)
    const wrong = wrongSignature(standIn, request, body)
    if (wrong) return answer(response, 401, { error: wrong })
    if (verb === 'list') return list(standIn, url, response)
    const [bucket, key = ''] = decoded(entry).split(/:(.*)/s)
    if (bucket !== BUCKET) return answer(response, 631, { error: 'no such bucket' })
    const found = standIn.files.get(key)
    if (!found) return answer(response, 612, { error: 'no such file or directory' })
    if (verb === 'delete' && request.method === 'POST') {
      standIn.files.delete(key)
      return response.end()
    }
    return answer(response, 200, {
      fsize: found.content.length,
      putTime: found.storedAt.getTime() * 10_000,
      hash: '',
    })
  })
}

function answer(response: ServerResponse, status: number, content: unknown): ServerResponse {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  return response.end(JSON.stringify(content))
}

/** 管理凭证, the form with `Qiniu`: method, path, host, content type, X-Qiniu- headers, body. */
function wrongSignature(
  standIn: StandIn,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): string | null {
  const date = String(headers['x-qiniu-date'])
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? []
  if (!(Math.abs(Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`) - standIn.now()) < SKEW_MS))
    return 'expired token'
  const text = `${method} ${url}\nHost: ${headers.host}\nContent-Type: ${headers['content-type']}\nX-Qiniu-Date: ${date}\n\n${body}`
  return headers.authorization === `Qiniu ${QINIU_KEY.id}:${signed(text)}` ? null : 'bad token'
}

/** 下载凭证: `?e=<deadline>&token=<access key>:<signature of the address before it>`. */
function download(
  standIn: StandIn,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): ServerResponse {
  const [, address = '', token] = /^(.*)&token=([^&]+)$/.exec(url.href) ?? []
  if (token !== `${QINIU_KEY.id}:${signed(address)}`)
    return answer(response, 401, { error: 'download token auth failed' })
  if (standIn.now() >= Number(url.searchParams.get('e')) * 1000)
    return answer(response, 401, { error: 'token out of date' })
  const found = standIn.files.get(decodeURIComponent(url.pathname.slice(1)))
  if (!found) return answer(response, 404, { error: 'Document not found' })
  return standIn.send(found, request, response)
}

function list(standIn: StandIn, url: URL, response: ServerResponse): ServerResponse {
  if (url.searchParams.get('bucket') !== BUCKET) return answer(response, 631, { error: 'no such bucket' })
  const prefix = url.searchParams.get('prefix') ?? ''
  const after = url.searchParams.get('marker') ?? ''
  const all = [...standIn.files]
    .filter(([key]) => key.startsWith(prefix) && key > after)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const page = all.slice(0, standIn.pageSize)
  return answer(response, 200, {
    ...(all.length > page.length && { marker: page.at(-1)?.[0] }),
    items: page.map(([key, { content, storedAt }]) => ({
      key,
      fsize: content.length,
      putTime: storedAt.getTime() * 10_000,
    })),
  })
}

interface Policy {
  scope: string
  deadline: number
  insertOnly?: number
  fsizeMin?: number
  fsizeLimit?: number
}

/** 上传凭证: `<access key>:<signature>:<policy>`. */
function upload(
  standIn: StandIn,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): ServerResponse {
  const parts = new Map(
    readParts(String(request.headers['content-type']), body).map((part) => [part.name, part.content]),
  )
  const [id, signature, encoded = ''] = String(parts.get('token')).split(':')
  if (id !== QINIU_KEY.id || signature !== signed(encoded))
    return answer(response, 401, { error: 'bad token' })
  const policy = JSON.parse(decoded(encoded)) as Policy
  if (standIn.now() / 1000 >= policy.deadline) return answer(response, 401, { error: 'expired token' })
  const key = String(parts.get('key'))
  const file = parts.get('file')
  if (!file) return answer(response, 400, { error: 'file is not specified in multipart' })
  if (policy.scope !== `${BUCKET}:${key}`) return answer(response, 403, { error: "key doesn't match scope" })
  if (policy.fsizeLimit !== undefined && file.length > policy.fsizeLimit)
    return answer(response, 413, { error: 'exceed FsizeLimit' })
  if (policy.fsizeMin !== undefined && file.length < policy.fsizeMin)
    return answer(response, 403, { error: 'fsize less than FsizeMin' })
  // The same content once more is answered as a success.
  const existing = standIn.files.get(key)
  if (policy.insertOnly === 1 && existing && !existing.content.equals(file))
    return answer(response, 614, { error: 'file exists' })
  const sum = parts.get('crc32')
  if (sum && Number(sum.toString()) !== crc32(file))
    return answer(response, 406, { error: 'crc32 does not match' })
  standIn.keep(key, file)
  return answer(response, 200, { hash: '', key })
}
