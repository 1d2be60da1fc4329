/** The limits of one zip. For several zips that share a quota, the rest of it. */
export interface ZipQuota {
  files: number
  /** Of all files, unpacked. */
  bytes: number
}

/** How many pages of a PDF, or of a document of an OFD, are read. */
export const READ_PAGES = 50

/** The largest quota of one zip. */
export const ZIP_QUOTA: Readonly<ZipQuota> = { files: 50, bytes: 64 * 1024 * 1024 }
