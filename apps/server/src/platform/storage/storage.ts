import type { Readable } from 'node:stream'
import type { ReadinessPart } from '../readiness.ts'

/** First and last byte, both included, as in HTTP. */
export interface ByteRange {
  start: number
  end: number
}

/** A stored file as a local path, for readers that need random access. */
export interface LocalCopy {
  path: string
  /** Must be called when the reader is done: a remote driver deletes its copy then. */
  release(): Promise<void>
}

/**
 * Storage of files by key. Keys are made by our code, with `/` between folders (see `checkStorageKey`). A stored file never changes, so readers
 * need no lock. Errors of the disk are thrown unchanged (`ENOSPC` is answered with 507).
 */
export interface Storage {
  /** Whether files can be stored and read; required where another server may have what this one lacks. */
  readonly readiness: ReadinessPart
  /** A path for a new temp file, on the same disk as the storage. The caller removes the file unless `put` took it over. */
  temp(): Promise<string>
  /** Takes over a finished temp file; when this returns, the file survives a power failure. */
  put(key: string, tempPath: string): Promise<void>
  /** As `put`, but returns false if the key exists; then both that file and the temp file stay. */
  putNew(key: string, tempPath: string): Promise<boolean>
  /** The file, or a part of it, as a stream that the caller must read or destroy. Null if there is none. */
  open(key: string, range?: ByteRange): Promise<Readable | null>
  /** For readers that seek, such as the spreadsheet reader. Null if there is none. */
  localCopy(key: string): Promise<LocalCopy | null>
  /** Does nothing if there is no such file. */
  remove(key: string): Promise<void>
}

const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

/** Throws for a key that could lead outside of the folder, which would be a bug, as our code makes keys from codes. */
export function checkStorageKey(key: string): void {
  if (key.length > 300 || !KEY.test(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`)
}
