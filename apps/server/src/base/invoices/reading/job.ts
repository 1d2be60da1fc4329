import type { FileJob } from '../../../platform/files/file-jobs.ts'

/** A stored picture: its key in the storage. */
export interface StoredFile {
  key: string
}

/** Reads the texts of the QR codes in a stored picture. Runs in a child process if the server has one (`workers/file-processes.ts`). */
export const readingJob: FileJob<StoredFile, string[]> = {
  name: 'invoice/read',
  source: import.meta.url,
  run: async ({ storage }, { key }) => {
    const file = await storage.localCopy(key)
    if (!file) return []
    try {
      // Loaded here: sharp and the decoder take 30 MB, which processes that read spreadsheets do not need.
      const { readQrCodes } = await import('@pianzhang/einvoice/qr')
      return await readQrCodes(file.path)
    } finally {
      await file.release()
    }
  },
}

export const JOBS = [readingJob]
