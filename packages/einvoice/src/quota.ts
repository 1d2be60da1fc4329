/** What one zip may have, such as the rest of what several may have together. */
export interface ZipQuota {
  files: number
  /** Of all files, unpacked. */
  bytes: number
}

/** The most that one zip may have. */
export const ZIP_QUOTA: Readonly<ZipQuota> = { files: 50, bytes: 64 * 1024 * 1024 }
