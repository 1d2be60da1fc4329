import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { ZodError } from 'zod'
import { Failure } from '../http/errors.ts'
import type { LocalCopy, Storage } from './storage.ts'
import type { Temps } from './temps.ts'

/** A remote storage cannot be used. Answered with 503 and a message that names the storage. */
export class StorageDown extends Failure {
  /** In Chinese, for the operator: what failed and what to check. */
  readonly why: string

  constructor(label: string, why: string, cause: unknown) {
    super('unavailable', `文件存储（${label}）暂时无法使用，请稍后重试`, [], { 'Retry-After': '10' })
    this.why = `文件存储（${label}）无法使用：${why}`
    // The log prints an error's message and its causes.
    this.cause = new Error(this.why, { cause })
  }
}

/** An answer of the storage that is no success. */
export class RefusedRequest extends Error {
  readonly status: number
  /** The storage's error code, such as `NoSuchKey`; '' if it gave none. */
  readonly word: string

  constructor(status: number, word: string) {
    super(`the storage answered ${status} ${word}`)
    this.status = status
    this.word = word
  }
}

/** An answer 2xx without what the storage's answers always have: another server, or a proxy's login page, has answered. */
export const foreignAnswer = () => new RefusedRequest(200, '（不是文件存储的应答）')

/** How long a remote storage is waited for; tests shorten it. */
export interface Timeouts {
  /** Timeout of one request; an upload gets a second more for each 64 KB. */
  tryMs: number
  /** Timeout for the next bytes of a download. */
  idleMs: number
  /** Pause before the second try; doubled before the third. */
  backoffMs: number
}

export const TIMEOUTS: Timeouts = { tryMs: 10_000, idleMs: 20_000, backoffMs: 250 }

const TRIES = 3
const UPLOAD_BYTES_PER_S = 64 * 1024
const CHECK_MS = 3_000

export interface Remote {
  label: string
  /** Host for messages. */
  host: string
  /** For messages: the variables that hold the key, and (`place`) the variables that say where the bucket is. */
  keys: string
  place: string
  timeouts: Timeouts
}

/** Timeout of an upload of so many bytes. */
export const uploadMs = ({ tryMs }: Timeouts, bytes: number) => tryMs + (bytes / UPLOAD_BYTES_PER_S) * 1000

/**
 * Calls up to three times, each with a signal that aborts when its time is over. Tries again after a lost connection, a timeout, 429 and 5xx;
 * throws `StorageDown` for these and where the key is refused.
 */
export async function ask<T>(
  remote: Remote,
  call: (signal: AbortSignal) => Promise<T>,
  { ms = remote.timeouts.tryMs, tries = TRIES } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), ms)
    try {
      return await call(deadline.signal)
    } catch (error) {
      if (isOfDisk(error)) throw error
      const { why, again } = explain(remote, error, deadline.signal.aborted)
      if (!again || attempt >= tries) throw new StorageDown(remote.label, why, error)
    } finally {
      clearTimeout(timer)
    }
    await sleep(remote.timeouts.backoffMs * 2 ** (attempt - 1))
  }
}

/** One try with a short timeout, for `Storage.check`. */
export const askOnce = <T>(remote: Remote, call: (signal: AbortSignal) => Promise<T>) =>
  ask(remote, call, { ms: Math.min(CHECK_MS, remote.timeouts.tryMs), tries: 1 })

const DISK = new Set(['ENOSPC', 'EACCES', 'ENOENT', 'EIO', 'EMFILE', 'EROFS'])

/** Whether it is an error of the local disk, not of the remote storage. */
const isOfDisk = (error: unknown) =>
  error instanceof Error &&
  'syscall' in error &&
  'path' in error &&
  DISK.has(String((error as NodeJS.ErrnoException).code))

function explain(
  { host, keys, place }: Remote,
  error: unknown,
  timedOut: boolean,
): { why: string; again: boolean } {
  if (error instanceof RefusedRequest) {
    const { status, word } = error
    const answer = `${host} 应答 ${status} ${word}`.trim()
    if (status === 401 || status === 403)
      return { why: `${answer}，请检查 ${keys} 及其权限，以及服务器的时钟`, again: false }
    if (status === 429 || (status >= 500 && status < 600)) return { why: answer, again: true }
    return { why: `${answer}，请检查 ${place}`, again: false }
  }
  if (error instanceof ZodError) return { why: `${host} 的应答无法识别`, again: false }
  if (timedOut) return { why: `${host} 没有及时应答`, again: true }
  const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
  return { why: `无法连接 ${host}（${code ?? (error as Error).message}）`, again: true }
}

/** A download that fails when no byte comes for `idleMs`. Only waiting for the storage counts, not a slow reader. */
export function watched(remote: Remote, source: Readable): Readable {
  // Without a listener the error of a connection that is lost before the first read would end the process; the reader gets it all the same.
  source.on('error', () => undefined)
  const reader = Readable.from(chunksOf(remote, source), { objectMode: false })
  // A generator that was never asked for a chunk runs no `finally`, so the source is closed here.
  return reader.once('close', () => source.destroy())
}

async function* chunksOf({ label, host, timeouts }: Remote, source: Readable): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      const timer = setTimeout(
        () => source.destroy(new StorageDown(label, `${host} 的下载中断`, undefined)),
        timeouts.idleMs,
      )
      const next = await chunks
        .next()
        .catch((error: unknown) => {
          throw error instanceof StorageDown ? error : new StorageDown(label, `${host} 的下载中断`, error)
        })
        .finally(() => clearTimeout(timer))
      if (next.done) return
      yield next.value as Buffer
    }
  } finally {
    source.destroy()
  }
}

/** A download into a temp file, which `release` removes. */
export async function download(temps: Temps, open: Storage['open'], key: string): Promise<LocalCopy | null> {
  const source = await open(key)
  if (!source) return null
  const path = temps.path()
  const release = () => rm(path, { force: true })
  try {
    await pipeline(source, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
  } catch (error) {
    await release()
    throw error
  }
  return { path, release }
}
