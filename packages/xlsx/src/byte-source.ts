/** What the reader needs of a file; a `FileHandle` is one. */
export interface ByteSource {
  read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ bytesRead: number; buffer: Buffer }>
  close(): Promise<void>
}
