import type { Readable } from 'node:stream'

/** First and last byte, both included, as in HTTP. */
export interface ByteRange {
  start: number
  end: number
}

/** A stored file where a reader that needs random access can open it. */
export interface LocalCopy {
  path: string
  /** Must be called when the reader is done: a remote driver deletes its copy then. */
  release(): Promise<void>
}

/**
 * Where files live. Keys are ours, never a person's: lower folders apart by `/`, see `checkStorageKey`. A stored file is never changed,
 * so a reader needs no lock. Failures of the disk come through as they are (`ENOSPC` is answered with 507).
 */
export interface Storage {
  /** A path for a file in the making, on the disk that `put` moves it from; nothing is there yet. The caller removes it if it never gets to `put`. */
  temp(): Promise<string>
  /** Takes over a finished temp file; when this returns, the file survives a power cut. */
  put(key: string, tempPath: string): Promise<void>
  /** The same where nothing stands under the key; false where something does, which stays as it is, and so does the temp file. */
  putNew(key: string, tempPath: string): Promise<boolean>
  /** The file, or a part of it, as a stream that the caller must read or destroy. Null if there is none. */
  open(key: string, range?: ByteRange): Promise<Readable | null>
  /** For readers that seek, such as the spreadsheet reader. Null if there is none. */
  localCopy(key: string): Promise<LocalCopy | null>
  /** What is not there is removed already. */
  remove(key: string): Promise<void>
}

const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

/** A key is made by our code from codes; anything else would be a bug that could leave the folder. */
export function checkStorageKey(key: string): void {
  if (key.length > 300 || !KEY.test(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`)
}
