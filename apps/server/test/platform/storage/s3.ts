import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type FormPart, readParts } from './form.ts'
import { etagOf, type StandIn, startStandIn } from './stand-in.ts'

export const S3_KEY = { id: 'AKIATESTTESTTEST', secret: 'an-s3-secret-of-the-tests' }
const REGION = 'cn-test-1'
const BUCKET = 'pictures'
const SKEW_MS = 15 * 60_000

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const hex = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')

/** The environment of a server that uses the stand-in. */
export const s3Env = (address: string) => ({
  STORAGE: 's3',
  S3_BUCKET: BUCKET,
  S3_REGION: REGION,
  S3_ENDPOINT: address,
  S3_PATH_STYLE: '1',
  S3_ACCESS_KEY_ID: S3_KEY.id,
  S3_SECRET_ACCESS_KEY: S3_KEY.secret,
})

/**
 * A stand-in of S3, written from the published protocol (Signature Version 4, "Browser-Based Uploads Using POST") with `node:crypto` alone. It refuses
 * what S3 refuses: wrong signatures and keys, other buckets, wrong checksums, expired or violated policies.
 */
export async function startS3(): Promise<StandIn> {
  return await startStandIn(async (standIn, request, response) => {
    const url = new URL(request.url ?? '/', standIn.address)
    const [, bucket = '', ...rest] = url.pathname.split('/')
    const key = decodeURIComponent(rest.join('/'))
    const body = await buffer(request)
    if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket')
    if (request.method === 'POST' && key === '') return postForm(standIn, request, response, body)
    const wrong = wrongSignature(standIn, request, url, body)
    if (wrong) return refuse(response, 403, wrong)
    if (key === '') return list(standIn, url, response)
    const found = standIn.files.get(key)
    switch (request.method) {
      case 'PUT': {
        const sum = request.headers['x-amz-checksum-sha256']
        if (sum !== createHash('sha256').update(body).digest('base64'))
          return refuse(response, 400, 'BadDigest')
        if (found && request.headers['if-none-match'] === '*' && !standIn.unconditional)
          return refuse(response, 412, 'PreconditionFailed')
        standIn.keep(key, body)
        return response.writeHead(200, { ETag: etagOf(body) }).end()
      }
      case 'DELETE':
        standIn.files.delete(key)
        return response.writeHead(204).end()
      default:
        if (!found) return refuse(response, 404, 'NoSuchKey')
        return standIn.send(found, request, response)
    }
  })
}

function refuse(response: ServerResponse, status: number, code: string): ServerResponse {
  response.writeHead(status, { 'Content-Type': 'application/xml' })
  return response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>refused</Message></Error>`)
}

const signingKey = (date: string) =>
  ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${S3_KEY.secret}`, date), REGION))

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

function timeOf(stamp: string): number {
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp) ?? []
  return Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`)
}

/** The code of S3's refusal; null for a request whose signature is right. */
function wrongSignature(
  standIn: StandIn,
  { method, headers }: IncomingMessage,
  url: URL,
  body: Buffer,
): string | null {
  const [, id, date = '', region, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (id === undefined) return 'AccessDenied'
  if (id !== S3_KEY.id) return 'InvalidAccessKeyId'
  if (region !== REGION) return 'AuthorizationHeaderMalformed'
  const stamp = String(headers['x-amz-date'])
  if (!stamp.startsWith(date) || Math.abs(standIn.now() - timeOf(stamp)) > SKEW_MS)
    return 'RequestTimeTooSkewed'
  const signed = names.split(';')
  for (const needed of ['host', 'x-amz-date', 'x-amz-content-sha256'])
    if (!signed.includes(needed)) return 'AccessDenied'
  const hash = String(headers['x-amz-content-sha256'])
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== hex(body)) return 'XAmzContentSHA256Mismatch'
  const canonical = [
    method,
    url.pathname,
    [...url.searchParams]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    hash,
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', stamp, `${date}/${REGION}/s3/aws4_request`, hex(canonical)].join('\n')
  return hmac(signingKey(date), text).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}

function list(standIn: StandIn, url: URL, response: ServerResponse): ServerResponse {
  const prefix = url.searchParams.get('prefix') ?? ''
  const after = url.searchParams.get('continuation-token') ?? ''
  const all = [...standIn.files]
    .filter(([key]) => key.startsWith(prefix) && key > after)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const page = all.slice(0, standIn.pageSize)
  const more = all.length > page.length
  response.writeHead(200, { 'Content-Type': 'application/xml' })
  return response.end(
    `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : ''}${page
      .map(
        ([key, { content, storedAt }]) =>
          `<Contents><Key>${key}</Key><Size>${content.length}</Size><LastModified>${storedAt.toISOString()}</LastModified></Contents>`,
      )
      .join('')}</ListBucketResult>`,
  )
}

/** Form fields that the policy's conditions need not name. */
const FREE = new Set(['x-amz-signature', 'policy', 'file'])

function postForm(
  standIn: StandIn,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): ServerResponse {
  const parts = readParts(String(request.headers['content-type']), body)
  // Fields after the file are ignored.
  const file = parts.findIndex(({ name }) => name === 'file')
  const fields = new Map(
    parts.slice(0, Math.max(file, 0)).map((part) => [part.name.toLowerCase(), part.content.toString()]),
  )
  const wrong = wrongForm(standIn, fields, parts[file])
  if (wrong) return refuse(response, wrong === 'EntityTooLarge' ? 400 : 403, wrong)
  standIn.keep(fields.get('key') ?? '', parts[file]?.content ?? Buffer.alloc(0))
  return response.writeHead(204).end()
}

function wrongForm(
  standIn: StandIn,
  fields: ReadonlyMap<string, string>,
  file: FormPart | undefined,
): string | null {
  const policy = fields.get('policy')
  const [id, date = '', region] = (fields.get('x-amz-credential') ?? '').split('/')
  if (!policy || !file || fields.get('x-amz-algorithm') !== 'AWS4-HMAC-SHA256') return 'AccessDenied'
  if (id !== S3_KEY.id) return 'InvalidAccessKeyId'
  if (region !== REGION) return 'AccessDenied'
  if (hmac(signingKey(date), policy).toString('hex') !== fields.get('x-amz-signature'))
    return 'SignatureDoesNotMatch'
  const { expiration, conditions } = JSON.parse(Buffer.from(policy, 'base64').toString()) as {
    expiration: string
    conditions: (Record<string, string> | [string, string | number, string | number])[]
  }
  if (!(standIn.now() < Date.parse(expiration))) return 'AccessDenied'
  const named = new Set<string>()
  for (const condition of conditions) {
    if (!Array.isArray(condition)) {
      for (const [name, value] of Object.entries(condition)) {
        named.add(name.toLowerCase())
        const sent = name === 'bucket' ? BUCKET : fields.get(name.toLowerCase())
        if (sent !== value) return 'AccessDenied'
      }
      continue
    }
    const [kind, a, b] = condition
    if (kind !== 'content-length-range') return 'AccessDenied'
    if (file.content.length > Number(b)) return 'EntityTooLarge'
    if (file.content.length < Number(a)) return 'EntityTooSmall'
  }
  for (const name of fields.keys()) if (!named.has(name) && !FREE.has(name)) return 'AccessDenied'
  return named.has('key') && named.has('bucket') ? null : 'AccessDenied'
}
