import type { Readable } from 'node:stream'

/** First and last byte, both included, as in HTTP. */
export interface ByteRange {
  start: number
  end: number
}

/** A stored file without its content. */
export interface StoredFile {
  key: string
  /** Bytes. */
  size: number
  modifiedAt: Date
}

/** A form for a direct upload from a browser: these fields first, then the field `file`. */
export interface UploadForm {
  url: string
  fields: Record<string, string>
}

/** Uploads from a browser straight to the storage, which enforces key, size and expiry. */
interface DirectUploads {
  /** Origin of the upload address, for the Content-Security-Policy. */
  origin: string
  form(key: string, limit: { bytes: number; ms: number }): Promise<UploadForm>
}

export const DRIVERS = ['local', 's3', 'qiniu'] as const
export type DriverName = (typeof DRIVERS)[number]

/** A stored file as a local path, for readers that need random access. */
export interface LocalCopy {
  path: string
  /** Must be called when the reader is done: a remote driver deletes its copy then. */
  release(): Promise<void>
}

/**
 * Storage of files by key. Keys are made by our code, with `/` between folders (see `checkStorageKey`). A stored file never changes, so readers
 * need no lock. Throws errors of the disk unchanged (`ENOSPC` is answered with 507), and `StorageDown` if a remote storage fails.
 */
export interface Storage {
  /** For messages: 本机, S3, 七牛. */
  readonly label: string
  /** Null: uploads go through the server. */
  readonly direct: DirectUploads | null
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
  /** Null if there is none. */
  stat(key: string): Promise<StoredFile | null>
  /** The files below a folder (`attachments/<project>/`, '' for all), in any order. A file stored or removed meanwhile may be listed or not. */
  list(folder: string): AsyncIterable<StoredFile>
  /** Asks the storage once, for a few seconds at most. Throws if it cannot be used. */
  check(): Promise<void>
}

const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

export const isKey = (text: string): boolean => text.length <= 300 && KEY.test(text)

/** Throws for a key that could lead outside of the folder, which would be a bug, as our code makes keys from codes. */
export function checkStorageKey(key: string): void {
  if (!isKey(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`)
}

/** Throws unless it is '' or a folder of keys with a `/` at its end, as `list` takes it. */
export function checkFolder(folder: string): void {
  if (folder !== '' && (!folder.endsWith('/') || !KEY.test(folder.slice(0, -1))))
    throw new Error(`not a storage folder: ${JSON.stringify(folder)}`)
}
