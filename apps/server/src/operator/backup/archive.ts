import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable, Transform, Writable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, type ZlibOptions } from 'node:zlib'
import tar from 'tar-stream'
import { MANIFEST, type Manifest, manifest, SUMS } from './manifest.ts'

/** In place of a file's name. */
export const STDIN = '-'
const GZIP = 0x1f8b

const BROKEN = '备份文件不完整或已损坏'

/** A backup that is no backup, damaged, or not for this database. The message is in Chinese. */
export class Refused extends Error {}

/** A backup whose content is damaged or cut off. */
export class Damaged extends Refused {}

export interface Entry {
  name: string
  /** Must be read to its end before the next entry comes. */
  content: Readable
  /** Aborts when the archive is damaged: the stream of an open entry may never end. */
  signal: AbortSignal
}

/** Called when all entries so far were compared with their checksums, with the names of those since the last call that differ. */
type Compared = (differing: readonly string[]) => void

const refuse: Compared = (names) => {
  if (names.length > 0) throw new Damaged(`${BROKEN}：${names.length} 项内容与校验值不符，如 ${names[0]}`)
}

/**
 * The entries of a backup (`STDIN`: of standard input), compressed or not, beginning with its manifest. Entries of checksums are not yielded: the others are compared
 * with them here, and `compared` gets the names of those that differ; without it they are an error. Throws `Damaged`: at damage of the archive itself, after all
 * entries before it.
 */
export async function* entriesOf(
  source: string | Readable,
  compared: Compared = refuse,
): AsyncGenerator<Entry> {
  const extract = tar.extract()
  const { compressed, all } = await isCompressed(bytesOf(source))
  const failures: unknown[] = []
  // Ends where its source fails. Streams drop what they hold when they are destroyed with an error, so that each run would lose other entries.
  const untilFailure = async function* (source: AsyncIterable<Buffer>) {
    try {
      yield* source
    } catch (error) {
      failures.push(error)
    }
  }
  const bytes = untilFailure(all)
  const unpacked = pipeline([
    Readable.from(compressed ? untilFailure(unzipped(bytes)) : bytes),
    extract as never,
  ])
  const broken = new AbortController()
  unpacked.catch((error: unknown) => broken.abort(failures[0] ?? error))
  /** Checksums of the entries since the last entry of checksums. */
  let sums = new Map<string, string>()
  try {
    for await (const entry of extract) {
      const { name } = entry.header
      if (name.startsWith(SUMS)) {
        compared(differences(sums, await text(entry)))
        sums = new Map()
        continue
      }
      const hash = createHash('sha256')
      yield { name, content: hashed(entry as never, hash), signal: broken.signal }
      sums.set(name, hash.digest('hex'))
    }
    await unpacked
    if (failures.length > 0) throw failures[0]
  } catch (error) {
    throw explained(failures[0] ?? error)
  }
}

/** One chunk at a time, so that none is held when a later one turns out damaged. */
function unzipped(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const gunzip = createGunzip({ readableHighWaterMark: 1 } as ZlibOptions)
  // The reader of `gunzip` gets its error.
  pipeline(Readable.from(bytes), gunzip).catch(() => undefined)
  return gunzip
}

/** The bytes of a backup: of a file, of standard input for `-`, or of a stream. */
async function* bytesOf(source: string | Readable): AsyncGenerator<Buffer> {
  if (typeof source !== 'string') yield* source as AsyncIterable<Buffer>
  else yield* (source === STDIN ? process.stdin : createReadStream(source)) as AsyncIterable<Buffer>
}

/** Its first two bytes say whether it is compressed by gzip. */
async function isCompressed(
  bytes: AsyncGenerator<Buffer>,
): Promise<{ compressed: boolean; all: AsyncGenerator<Buffer> }> {
  let first: Buffer = Buffer.alloc(0)
  while (first.length < 2) {
    const { value, done } = await bytes.next()
    if (done) break
    first = Buffer.concat([first, value])
  }
  const all = async function* () {
    yield first
    yield* bytes
  }
  return { compressed: first.length >= 2 && first.readUInt16BE() === GZIP, all: all() }
}

/** The same content; what passes is hashed. */
function hashed(entry: Readable, hash: ReturnType<typeof createHash>): Readable {
  const through = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  entry.on('error', (error) => through.destroy(error))
  return entry.pipe(through)
}

/** The names whose checksums differ from the lines of `sha256sum`, or are in one of both only. */
function differences(sums: ReadonlyMap<string, string>, lines: string): string[] {
  const expected = new Map(
    lines
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)] as const),
  )
  return [...new Set([...expected.keys(), ...sums.keys()])].filter(
    (name) => sums.get(name) !== expected.get(name),
  )
}

export async function readManifest({ name, content }: Entry): Promise<Manifest> {
  if (name !== MANIFEST) throw new Refused('不是片账的备份文件')
  return manifest.parse(JSON.parse((await buffer(content)).toString()))
}

/** Reads an entry to its end. */
export const skip = ({ content, signal }: Entry) =>
  pipeline(content, new Writable({ write: (_chunk, _encoding, done) => done() }), { signal })

export const damaged = (where = '') => new Damaged(BROKEN + where)

/** The error to throw: what aborted the reading of an entry, in Chinese for a damaged file. */
export function explained(error: unknown): unknown {
  if (error instanceof Error && error.name === 'AbortError' && error.cause) return explained(error.cause)
  return isDamage(error) ? new Damaged(BROKEN, { cause: error }) : error
}

/** Whether an error comes from a damaged file: from gzip, tar, JSON, the manifest, or a truncated row of COPY (22P04). */
function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    code.startsWith('Z_') ||
    code === '22P04' ||
    code === 'STREAM_DESTROYED' ||
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    error instanceof SyntaxError ||
    error.name === 'ZodError' ||
    /Unexpected end of data|Invalid tar header|not a storage key/.test(error.message)
  )
}
