import { readFile, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import type { QiniuConfig } from './config.ts'
import { downloadUrl, entryOf, managementHeaders, type PutPolicy, uploadToken } from './qiniu-signatures.ts'
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

/** Statuses of Kodo's own: no such file, and a file of this name exists. */
const NO_SUCH_FILE = 612
const FILE_EXISTS = 614
const LINK_MS = 10 * 60_000
const PAGE = 1000

const fileInfo = z.object({ fsize: z.number(), putTime: z.number() })
const stored = z.object({ key: z.string() })
const listing = z.object({
  marker: z.string().optional(),
  items: z.array(fileInfo.extend({ key: z.string() })).nullish(),
})
const refusal = z.object({ error: z.string() })

/** Times of Kodo are in units of 100 ns. */
const timeOf = (putTime: number) => new Date(putTime / 10_000)

/** A bucket of Qiniu Kodo（七牛云对象存储）. */
export function openQiniuStorage(
  config: QiniuConfig & { secret: string },
  temps: Temps,
  timeouts: Timeouts,
): Storage {
  const { bucket, hosts, domain } = config
  const remoteAt = ({ host }: URL): Remote => ({
    label: '七牛',
    host,
    keys: 'QINIU_ACCESS_KEY、QINIU_SECRET_KEY、QINIU_BUCKET、QINIU_REGION',
    place: 'QINIU_BUCKET、QINIU_REGION、QINIU_DOMAIN',
    timeouts,
  })
  const seconds = (ms: number) => Math.floor((Date.now() + ms) / 1000)

  /** Sends one request; null for an answer with one of the `expected` statuses. */
  async function send(url: URL, init: RequestInit, expected: readonly number[]): Promise<Response | null> {
    const answer = await fetch(url, { ...init, redirect: 'error' })
    if (answer.ok) return answer
    const text = await answer.text().catch(() => '')
    if (expected.includes(answer.status)) return null
    const { data } = refusal.safeParse(parsed(text))
    throw new RefusedRequest(answer.status, data?.error.slice(0, 100) ?? '')
  }

  /** A management request; its answer as JSON ('' without one), null if there is no such file. */
  async function manage(method: 'GET' | 'POST', url: URL, signal: AbortSignal): Promise<unknown> {
    const headers = managementHeaders(config, method, url, new Date())
    const answer = await send(url, { method, headers, signal }, [NO_SUCH_FILE])
    if (!answer) return null
    const content = parsed(await answer.text())
    if (content === undefined) throw foreignAnswer()
    return content
  }

  async function put(key: string, tempPath: string, onlyNew: boolean): Promise<boolean> {
    checkStorageKey(key)
    const { file, sum } = await load(tempPath)
    const policy: PutPolicy = {
      scope: `${bucket}:${key}`,
      deadline: seconds(LINK_MS + uploadMs(timeouts, file.size)),
      insertOnly: onlyNew ? 1 : 0,
    }
    const isNew = await ask(
      remoteAt(hosts.up),
      async (signal) => {
        const body = new FormData()
        body.set('key', key)
        body.set('token', uploadToken(config, policy))
        // Kodo compares it with the content it received, and refuses a difference.
        body.set('crc32', String(sum))
        body.set('file', file, 'file')
        const answer = await send(hosts.up, { method: 'POST', body, signal }, [FILE_EXISTS])
        if (answer && stored.safeParse(parsed(await answer.text())).data?.key !== key) throw foreignAnswer()
        return answer
      },
      { ms: uploadMs(timeouts, file.size) },
    )
    if (isNew === null) return false
    await rm(tempPath, { force: true })
    return true
  }

  async function open(key: string, range?: ByteRange): Promise<Readable | null> {
    checkStorageKey(key)
    const remote = remoteAt(domain)
    const url = downloadUrl(config, new URL(key, domain), seconds(LINK_MS))
    const headers = range ? { Range: `bytes=${range.start}-${range.end}` } : {}
    const answer = await ask(remote, (signal) => send(url, { headers, signal }, [404, NO_SUCH_FILE]))
    if (!answer) return null
    return watched(remote, answer.body ? Readable.fromWeb(answer.body as ReadableStream) : Readable.from([]))
  }

  async function stat(key: string): Promise<StoredFile | null> {
    checkStorageKey(key)
    const url = new URL(`/stat/${entryOf(bucket, key)}`, hosts.rs)
    const found = await ask(remoteAt(hosts.rs), async (signal) => {
      const answer = await manage('GET', url, signal)
      return answer === null ? null : fileInfo.parse(answer)
    })
    return found && { key, size: found.fsize, modifiedAt: timeOf(found.putTime) }
  }

  const page = (folder: string, marker: string, limit: number) => {
    const url = new URL('/list', hosts.rsf)
    url.search = new URLSearchParams({ bucket, prefix: folder, limit: String(limit), marker }).toString()
    return async (signal: AbortSignal) => listing.parse(await manage('POST', url, signal))
  }

  return {
    label: '七牛',
    temp: async () => temps.path(),
    put: async (key, tempPath) => void (await put(key, tempPath, false)),
    // Asks first, as Kodo answers an upload of the same content under an existing key with success.
    putNew: async (key, tempPath) => (await stat(key)) === null && (await put(key, tempPath, true)),
    open,
    stat,
    localCopy: (key) => download(temps, open, key),

    async remove(key) {
      checkStorageKey(key)
      const url = new URL(`/delete/${entryOf(bucket, key)}`, hosts.rs)
      await ask(remoteAt(hosts.rs), (signal) => manage('POST', url, signal))
    },

    async *list(folder) {
      checkFolder(folder)
      let marker = ''
      do {
        const { items, marker: next } = await ask(remoteAt(hosts.rsf), page(folder, marker, PAGE))
        for (const { key, fsize, putTime } of items ?? [])
          yield { key, size: fsize, modifiedAt: timeOf(putTime) }
        marker = next ?? ''
      } while (marker !== '')
    },

    async check() {
      await askOnce(remoteAt(hosts.rsf), page('', '', 1))
    },

    direct: {
      origin: hosts.up.origin,
      form: async (key, { bytes, ms }) => {
        checkStorageKey(key)
        const policy: PutPolicy = {
          scope: `${bucket}:${key}`,
          deadline: seconds(ms),
          insertOnly: 1,
          fsizeMin: 1,
          fsizeLimit: bytes,
          // The server copies it when the upload is confirmed, within minutes; Kodo then removes what was never confirmed.
          deleteAfterDays: 1,
        }
        return { url: hosts.up.href, fields: { token: uploadToken(config, policy), key } }
      },
    },
  }
}

/**
 * A file of at most 50 MB and its checksum, in memory once. Not by `openAsBlob`, which reads it while it is sent: where such an upload is cut off, `fetch` of
 * Node 24 throws an error that nobody can catch, which ends the process.
 */
async function load(path: string): Promise<{ file: Blob; sum: number }> {
  const content = await readFile(path)
  return { file: new Blob([content]), sum: crc32(content) }
}

/** The parsed JSON; '' for an empty text, undefined for one that is no JSON. */
function parsed(text: string): unknown {
  try {
    return text === '' ? '' : JSON.parse(text)
  } catch {
    return undefined
  }
}
