import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat as statFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import type { S3Config } from './config.ts'
import {
  ask,
  askOnce,
  download,
  foreignAnswer,
  RefusedRequest,
  type Remote,
  type Timeouts,
  uploadMs,
  watched,
} from './remote.ts'
import { type ByteRange, checkFolder, checkStorageKey, type Storage, type StoredFile } from './storage.ts'
import type { Temps } from './temps.ts'

/** A browser downloads a file of this type instead of showing it, as nobody has checked its content yet. */
const TYPE = 'application/octet-stream'

/** A bucket of Amazon S3, or of a storage with the same API. */
export async function openS3Storage(
  config: S3Config & { secret: string },
  temps: Temps,
  timeouts: Timeouts,
): Promise<Storage> {
  const { bucket: Bucket } = config
  const client = new S3Client(clientConfig(config, timeouts))
  const { url: uploadUrl } = await createPresignedPost(client, { Bucket, Key: 'x' })
  const remote: Remote = {
    label: 'S3',
    host: new URL(uploadUrl).host,
    keys: 'S3_ACCESS_KEY_ID、S3_SECRET_ACCESS_KEY、S3_REGION',
    place: 'S3_BUCKET、S3_REGION、S3_ENDPOINT、S3_PATH_STYLE',
    timeouts,
  }

  async function put(key: string, tempPath: string, onlyNew: boolean): Promise<boolean> {
    checkStorageKey(key)
    const { size } = await statFile(tempPath)
    const hash = createHash('sha256')
    await pipeline(createReadStream(tempPath), hash)
    // The storage compares the checksum with the content it received, and refuses a difference.
    const sent = {
      Bucket,
      Key: key,
      ContentLength: size,
      ContentType: TYPE,
      ChecksumSHA256: hash.digest('base64'),
      ...(onlyNew && { IfNoneMatch: '*' }),
    }
    const isNew = await ask(
      remote,
      async (abortSignal) => {
        const Body = createReadStream(tempPath)
        try {
          return await answered([412], () =>
            client.send(new PutObjectCommand({ ...sent, Body }), { abortSignal }).then(withTag),
          )
        } finally {
          Body.destroy()
        }
      },
      { ms: uploadMs(timeouts, size) },
    )
    if (isNew === null) return false
    await rm(tempPath, { force: true })
    return true
  }

  async function open(key: string, range?: ByteRange): Promise<Readable | null> {
    checkStorageKey(key)
    const found = await ask(remote, (abortSignal) =>
      answered(['NoSuchKey'], () =>
        client
          .send(
            new GetObjectCommand({
              Bucket,
              Key: key,
              ...(range && { Range: `bytes=${range.start}-${range.end}` }),
            }),
            { abortSignal },
          )
          .then(withTag),
      ),
    )
    return found && watched(remote, found.Body as Readable)
  }

  async function stat(key: string): Promise<StoredFile | null> {
    checkStorageKey(key)
    const found = await ask(remote, (abortSignal) =>
      // The answer to HEAD has no body, so no error code.
      answered([404], () =>
        client.send(new HeadObjectCommand({ Bucket, Key: key }), { abortSignal }).then(withTag),
      ),
    )
    return found && { key, size: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) }
  }

  const listPage = (query: Partial<ListObjectsV2CommandInput>, abortSignal: AbortSignal) =>
    answered([], async () => {
      const page = await client.send(new ListObjectsV2Command({ Bucket, ...query }), { abortSignal })
      if (page.IsTruncated === undefined) throw foreignAnswer()
      return page
    })

  return {
    label: remote.label,
    temp: async () => temps.path(),
    put: async (key, tempPath) => void (await put(key, tempPath, false)),
    // Asks first, as some servers ignore `If-None-Match` and would replace the file.
    putNew: async (key, tempPath) => (await stat(key)) === null && (await put(key, tempPath, true)),
    open,
    stat,
    localCopy: (key) => download(temps, open, key),

    async remove(key) {
      checkStorageKey(key)
      await ask(remote, (abortSignal) =>
        answered(['NoSuchKey'], () =>
          client.send(new DeleteObjectCommand({ Bucket, Key: key }), { abortSignal }),
        ),
      )
    },

    async *list(folder) {
      checkFolder(folder)
      let ContinuationToken: string | undefined
      do {
        const page = await ask(remote, (abortSignal) =>
          listPage({ Prefix: folder, ContinuationToken }, abortSignal),
        )
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of page?.Contents ?? [])
          yield { key: Key, size: Size, modifiedAt: LastModified }
        ContinuationToken = page?.NextContinuationToken
      } while (ContinuationToken !== undefined)
    },

    check: async () => void (await askOnce(remote, (abortSignal) => listPage({ MaxKeys: 1 }, abortSignal))),

    direct: {
      origin: new URL(uploadUrl).origin,
      form: async (key, { bytes, ms }) => {
        checkStorageKey(key)
        return await createPresignedPost(client, {
          Bucket,
          Key: key,
          Expires: Math.floor(ms / 1000),
          Fields: { 'Content-Type': TYPE },
          Conditions: [['content-length-range', 1, bytes]],
        })
      },
    },
  }
}

const ignore = () => undefined

function clientConfig(config: S3Config & { secret: string }, { tryMs }: Timeouts): S3ClientConfig {
  return {
    region: config.region,
    ...(config.endpoint && { endpoint: config.endpoint.href }),
    forcePathStyle: config.pathStyle,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secret },
    // `ask` tries again, as the client cannot send a stream twice.
    maxAttempts: 1,
    // The client's logger would print warnings to the console; failures are thrown anyway.
    logger: { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore },
    requestHandler: { connectionTimeout: tryMs },
    // Many S3-compatible storages refuse the checksums that the client adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }
}

/** Checks the ETag, which every answer of S3 about an object has. */
function withTag<T extends { ETag?: string; Body?: unknown }>(answer: T): T {
  if (answer.ETag !== undefined) return answer
  if (answer.Body instanceof Readable) answer.Body.destroy()
  throw foreignAnswer()
}

/** The result of `call`; null if the storage refuses with one of these error codes or statuses. */
async function answered<T>(
  expected: readonly (string | number)[],
  call: () => Promise<T>,
): Promise<T | null> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error
    const status = error.$metadata.httpStatusCode ?? 0
    if (expected.includes(error.name) || expected.includes(status)) return null
    // Without an error code in the answer the client names the error by its status.
    throw new RefusedRequest(status, /^[A-Z][A-Za-z]+$/.test(error.name) ? error.name : '')
  }
}
